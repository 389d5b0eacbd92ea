import Box from '@mui/material/Box';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { submitForm } from '#client/ui/schema-form/plain-form.ts';
import { SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { sendingWords } from './notice-form.ts';
import type { SendStore } from './send-store.ts';

interface SendDialogProps {
  readonly store: SendStore;
  readonly lookups: FieldLookups;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Writes a notice; before it goes to many it says to how many. */
export const SendDialog = observer(function SendDialog({ store, lookups, onDone, onClose }: SendDialogProps) {
  const { form, asked } = store;
  const idPrefix = useId();
  const [near] = useState(() => new VisibilityRegistry());
  const submit = async () => {
    const isSent = await submitForm({ form, near, idPrefix }, store.next);
    if (isSent === true) {
      onDone();
      onClose();
    }
    // A field says what is wrong: it is seen again.
    else if (asked) store.back();
    return false;
  };
  return (
    <FormDialog
      title={asked ? '确认发送' : '发送通知'}
      size="sm"
      confirm={asked ? `发送给 ${asked.people} 人` : '发送'}
      cancel={asked ? '返回修改' : '取消'}
      onSubmit={submit}
      onClose={asked ? store.back : onClose}
    >
      {asked ? (
        <>
          <p>
            {sendingWords(asked.notice)}，目前共 <b>{asked.people}</b> 人。发出后可以撤回，但对方可能已经看过。
          </p>
          <Box component="blockquote" sx={{ borderLeft: 3, borderColor: 'divider', pl: 1.5, whiteSpace: 'pre-wrap' }}>
            <b>{asked.notice.title}</b>
            {`\n${asked.notice.content}`}
          </Box>
        </>
      ) : (
        <SchemaForm store={form} lookups={lookups} idPrefix={idPrefix} near={near} />
      )}
    </FormDialog>
  );
});
