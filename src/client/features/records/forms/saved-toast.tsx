import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Snackbar from '@mui/material/Snackbar';
import { observer } from 'mobx-react-lite';
import { useContext } from 'react';
import { RecordHrefContext } from '#client/ui/field-types/cells/record-href.ts';
import type { FormsStore } from './forms-store.ts';

const SHOWN_MS = 4000;

/** The word of success, with the way to the record. */
export const SavedToast = observer(function SavedToast({ forms }: { readonly forms: FormsStore }) {
  const recordHref = useContext(RecordHrefContext);
  const { notice } = forms;
  if (!notice) return null;
  return (
    <Snackbar
      open
      autoHideDuration={SHOWN_MS}
      onClose={() => forms.acknowledge()}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
    >
      <Alert severity="success" variant="filled" onClose={() => forms.acknowledge()}>
        {notice.text}
        <Link
          href={recordHref(notice.objectApiName, notice.id)}
          target="_blank"
          rel="noopener"
          color="inherit"
          sx={{ ml: 1.5 }}
        >
          查看
        </Link>
      </Alert>
    </Snackbar>
  );
});
