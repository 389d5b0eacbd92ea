import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { RecordParty } from '#schemas/api/contact-staff.ts';
import { ReasonDialog } from '#client/ui/dialogs/reason-dialog.tsx';
import type { ObjectSummary } from '#client/lib/catalog-store.ts';
import { AccountForm } from './account-form.tsx';
import { SettingsCard } from './settings-card.tsx';
import type { WhiteListStore } from './white-list-store.ts';

const RECORD_ID = /^[1-9]\d{0,17}$/;

/** An object whose records lead to a user. */
export type PartyObject = Pick<ObjectSummary, 'apiName' | 'label'>;

interface RecordPartyCardProps {
  readonly store: WhiteListStore;
  readonly objects: readonly PartyObject[];
}

/** Names an account as the contact of a record that no user speaks for by certification. */
export const RecordPartyCard = observer(function RecordPartyCard({ store, objects }: RecordPartyCardProps) {
  const [chosen, setObject] = useState<string>();
  const objectApiName = chosen ?? objects[0]?.apiName ?? '';
  const [id, setId] = useState('');
  const [leaving, setLeaving] = useState<RecordParty>();
  const { record, parties, isBusy } = store;
  const isId = RECORD_ID.test(id.trim());
  return (
    <SettingsCard title="记录的联系人" help="认领企业的人自动成为企业的联系人；投资人、机构等记录的联系人在这里指定。">
      <Stack
        component="form"
        direction="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (isId) void store.look({ objectApiName, id: id.trim() });
        }}
        sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'flex-start' }}
      >
        <TextField
          select
          label="对象"
          value={objectApiName}
          onChange={({ target }) => setObject(target.value)}
          sx={{ flex: '0 1 140px' }}
        >
          {objects.map(({ apiName, label }) => (
            <MenuItem key={apiName} value={apiName}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label="记录编号"
          required
          value={id}
          onChange={({ target }) => setId(target.value)}
          helperText="详情页网址末尾的数字"
          slotProps={{ htmlInput: { maxLength: 18, inputMode: 'numeric' } }}
          sx={{ flex: '1 1 160px' }}
        />
        <Button type="submit" variant="outlined" disabled={isBusy || !isId} sx={{ height: 40 }}>
          查看联系人
        </Button>
      </Stack>
      {record && parties && (
        <Stack sx={{ gap: 1.5, mt: 2 }}>
          <Typography variant="body2">
            {objects.find(({ apiName }) => apiName === record.objectApiName)?.label} #{record.id}
            {parties.length === 0 && '：还没有指定联系人'}
          </Typography>
          {parties.length > 0 && (
            <Box component="ul" aria-label="联系人" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {parties.map((party) => (
                <Stack key={party.uid} component="li" direction="row" sx={{ gap: 1, alignItems: 'center' }}>
                  <span>{party.name}</span>
                  <Typography component="span" variant="body2" color="textSecondary">
                    UID {party.uid}
                  </Typography>
                  <Button color="inherit" aria-label={`取消${party.name}`} onClick={() => setLeaving(party)}>
                    取消
                  </Button>
                </Stack>
              ))}
            </Box>
          )}
          <AccountForm
            action="设为联系人"
            isBusy={isBusy}
            onSend={(account, reason) => store.link(account, true, reason)}
          />
        </Stack>
      )}
      {leaving && (
        <ReasonDialog
          title={`取消“${leaving.name}”的联系人身份`}
          confirm="取消联系人"
          cancel="返回"
          label="理由"
          onClose={() => setLeaving(undefined)}
          onSubmit={(reason) => store.link(leaving.uid, false, reason)}
        />
      )}
    </SettingsCard>
  );
});
