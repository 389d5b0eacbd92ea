import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, type ReactNode } from 'react';
import { MAX_REASON, MIN_REASON } from '#schemas/generated/api/staff-reason.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';

/** What a deed asks before it is done. */
export interface DeedWords {
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly consequence: string;
  readonly confirm: string;
  readonly isGrave?: boolean;
  /** A whole number that the deed needs, with its unit and bounds. */
  readonly amount?: { readonly label: string; readonly initial: number; readonly max: number };
}

interface DeedDialogProps {
  readonly words: DeedWords;
  readonly isActing: boolean;
  readonly refusal: ApiFailure | undefined;
  readonly onConfirm: (reason: string, amount: number) => void;
  readonly onClose: () => void;
  /** Further choices below the reason. */
  readonly children?: ReactNode;
}

/** Asks for the reason of a deed; the log keeps it. The button is dead while the deed is on its way. */
export function DeedDialog({ words, isActing, refusal, onConfirm, onClose, children }: DeedDialogProps) {
  const { title, consequence, confirm, isGrave = false, amount } = words;
  const [reason, setReason] = useState('');
  const [number, setNumber] = useState(String(amount?.initial ?? ''));
  const [isTried, setTried] = useState(false);
  const length = [...reason.trim()].length;
  const reasonProblem =
    length < MIN_REASON || length > MAX_REASON ? `长度在 ${MIN_REASON} 到 ${MAX_REASON} 个字符` : '';
  const isNumber = !amount || (/^[1-9]\d*$/.test(number) && Number(number) <= amount.max);
  const submit = (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    setTried(true);
    if (reasonProblem === '' && isNumber && !isActing) onConfirm(reason.trim(), Number(number));
  };
  return (
    <Dialog open onClose={isActing ? undefined : onClose} aria-labelledby="deed-title" fullWidth maxWidth="xs">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="deed-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          <p style={{ margin: 0 }}>{consequence}</p>
          {amount && (
            <TextField
              label={amount.label}
              value={number}
              onChange={({ target }) => setNumber(target.value.trim())}
              error={isTried && !isNumber}
              helperText={isTried && !isNumber ? `请输入 1 到 ${amount.max} 之间的整数` : ' '}
              slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 7 } }}
              autoFocus
            />
          )}
          <TextField
            label="原因（必填，写入操作日志）"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={isTried && reasonProblem !== ''}
            helperText={isTried && reasonProblem !== '' ? reasonProblem : `${length}/${MAX_REASON}`}
            slotProps={{ htmlInput: { maxLength: 400 } }}
            multiline
            minRows={2}
            autoFocus={!amount}
          />
          {children}
          {refusal && <Alert severity="error">{refusal.problems[0]?.message ?? refusal.message}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isActing} color="inherit">
            取消
          </Button>
          <Button type="submit" variant="contained" color={isGrave ? 'error' : 'primary'} disabled={isActing}>
            {isActing ? '正在处理…' : confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
