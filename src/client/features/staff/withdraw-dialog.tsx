import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { observer } from 'mobx-react-lite';
import type { SentNotice } from '#schemas/api/notices.ts';
import type { NoticeDesk } from './notice-desk.ts';
import { audienceWords } from './notice-words.ts';

interface WithdrawDialogProps {
  readonly desk: NoticeDesk;
  readonly notice: SentNotice;
  readonly onClose: () => void;
}

/** Asks before a notice is taken back: that cannot be undone. */
export const WithdrawDialog = observer(function WithdrawDialog({ desk, notice, onClose }: WithdrawDialogProps) {
  const { cases } = desk;
  const isActing = cases.busy === notice.id;
  return (
    <Dialog open onClose={isActing ? undefined : onClose} aria-labelledby="withdraw-title" fullWidth maxWidth="xs">
      <DialogTitle id="withdraw-title">撤回通知</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <p style={{ margin: 0 }}>
          “{notice.title}”将从{audienceWords(notice)}的消息中心消失，已有 {notice.readers} 人看过。撤回后不能恢复。
        </p>
        {cases.refusal?.id === notice.id && <Alert severity="error">{cases.refusal.failure.message}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isActing} color="inherit">
          取消
        </Button>
        <Button
          variant="contained"
          color="error"
          disabled={isActing}
          onClick={() =>
            void desk.withdraw(notice.id).then((isDone) => {
              if (isDone) onClose();
            })
          }
        >
          撤回
        </Button>
      </DialogActions>
    </Dialog>
  );
});
