import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Conversation } from '#schemas/api/jingchat.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { ConversationsStore } from './conversations-store.ts';

interface RenameDialogProps {
  readonly conversation: Conversation;
  readonly store: ConversationsStore;
  readonly onRenamed: (conversation: Conversation) => void;
  readonly onClose: () => void;
}

/** Gives a conversation another title. */
export const RenameDialog = observer(function RenameDialog(props: RenameDialogProps) {
  const { conversation, store, onRenamed, onClose } = props;
  const [title, setTitle] = useState(conversation.title);
  const problem = store.problemOf(title);
  return (
    <FormDialog
      title="重命名对话"
      confirm="保存"
      isReady={problem === undefined}
      onSubmit={async () => onRenamed(await store.rename(conversation, title))}
      onClose={onClose}
    >
      <TextField
        autoFocus
        fullWidth
        label="名称"
        value={title}
        error={problem !== undefined}
        helperText={problem}
        onChange={({ target }) => setTitle(target.value)}
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
});
