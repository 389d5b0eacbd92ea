import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ContactView } from '#schemas/api/contact-views.ts';
import { ContactValues } from './contact-values.tsx';
import type { ViewersStore } from './viewers-store.ts';

interface ReopenedContactProps {
  readonly view: ContactView;
  readonly store: ViewersStore;
}

/** The way to see a contact of the list once more, and its values. */
export const ReopenedContact = observer(function ReopenedContact({ view: { uid, name }, store }: ReopenedContactProps) {
  const [copied, setCopied] = useState('');
  const contact = store.opened.get(uid);
  const refusal = store.refusalOf(uid);
  if (contact)
    return (
      <Box sx={{ width: '100%' }}>
        <ContactValues contact={contact} onCopied={setCopied} />
        <Typography variant="caption" color="textSecondary" role="status">
          {copied}
        </Typography>
      </Box>
    );
  return (
    <>
      {refusal !== undefined && (
        <Typography variant="body2" color="error" role="alert">
          {refusal}
        </Typography>
      )}
      <Button disabled={store.opening.isBusy} aria-label={`再次查看${name}`} onClick={() => void store.reopen(uid)}>
        再次查看
      </Button>
    </>
  );
});
