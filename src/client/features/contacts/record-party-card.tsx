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
import { AccountForm } from './account-form.tsx';
import { SettingsCard } from './settings-card.tsx';
import type { PartyRecord, WhiteListStore } from './white-list-store.ts';

type PartyObject = PartyRecord['objectApiName'];

const OBJECTS: readonly (readonly [PartyObject, string])[] = [
  ['InsightInvestor', '投资人'],
  ['InsightOrg', '机构'],
  ['InsightCompany', '企业'],
  ['InsightProject', '融资项目'],
];
const RECORD_ID = /^[1-9]\d{0,17}$/;

/** Names an account as the contact of a record that nobody speaks for by certification. */
export const RecordPartyCard = observer(function RecordPartyCard({ store }: { readonly store: WhiteListStore }) {
  const [objectApiName, setObject] = useState<PartyObject>('InsightInvestor');
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
          onChange={({ target }) => setObject(target.value as PartyObject)}
          sx={{ flex: '0 1 140px' }}
        >
          {OBJECTS.map(([value, label]) => (
            <MenuItem key={value} value={value}>
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
            {OBJECTS.find(([name]) => name === record.objectApiName)?.[1]} #{record.id}
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
