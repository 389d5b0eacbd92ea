import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { WhiteListEntry } from '#schemas/api/contact-staff.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { ReasonDialog } from '#client/ui/dialogs/reason-dialog.tsx';
import { AccountForm } from './account-form.tsx';
import { roleLabel } from './contact-labels.ts';
import { PagedEntries, PageFrame } from './page-frame.tsx';
import { type PartyObject, RecordPartyCard } from './record-party-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import type { WhiteListStore } from './white-list-store.ts';

interface WhiteListPageProps {
  readonly store: WhiteListStore;
  readonly partyObjects: readonly PartyObject[];
}

/** Where staff keep the white list and name the contacts of records. */
export const WhiteListPage = observer(function WhiteListPage({ store, partyObjects }: WhiteListPageProps) {
  useEffect(() => void store.entries.load(), [store]);
  const [leaving, setLeaving] = useState<WhiteListEntry>();
  return (
    <PageFrame
      title="联系方式白名单"
      help="白名单中的投资人查看联系方式不限次数、不用鲸币。加入与移出都会写入操作日志。"
    >
      {store.refusal !== undefined && <Alert severity="error">{store.refusal}</Alert>}
      {store.done !== '' && (
        <Alert severity="success" onClose={store.clear}>
          {store.done}
        </Alert>
      )}
      <SettingsCard title="加入白名单">
        <AccountForm
          action="加入"
          isBusy={store.isBusy}
          onSend={(account, reason) => store.list(account, true, reason)}
        />
      </SettingsCard>
      <PagedEntries
        store={store.entries}
        label="白名单"
        empty="白名单中还没有人"
        renderEntry={(entry) => <Entry key={entry.uid} entry={entry} onLeave={() => setLeaving(entry)} />}
      />
      <RecordPartyCard store={store} objects={partyObjects} />
      {leaving && (
        <ReasonDialog
          title={`将“${leaving.name}”移出白名单`}
          confirm="移出"
          label="理由"
          onClose={() => setLeaving(undefined)}
          onSubmit={(reason) => store.list(leaving.uid, false, reason)}
        />
      )}
    </PageFrame>
  );
});

function Entry({ entry, onLeave }: { readonly entry: WhiteListEntry; readonly onLeave: () => void }) {
  const { uid, name, identityRoles, reason, grantedBy, grantedAt } = entry;
  return (
    <Box component="li" aria-label={name}>
      <Stack direction="row" sx={{ gap: 1, rowGap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography component="span" variant="body2" color="textSecondary">
          UID {uid} · {roleLabel(identityRoles)}
        </Typography>
        <Button color="inherit" onClick={onLeave} aria-label={`移出${name}`} sx={{ ml: 'auto' }}>
          移出
        </Button>
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {reason} · {grantedBy ?? '系统'} · {shownMoment(grantedAt)}
      </Typography>
    </Box>
  );
}
