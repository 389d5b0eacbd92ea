import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState, type ReactNode } from 'react';
import { MAX_REASON, MIN_REASON } from '#schemas/generated/api/staff-reason.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

interface ReasonDialogProps extends Omit<FormDialogProps, 'onSubmit'> {
  /** What will happen, and whether it can be undone. */
  readonly consequence?: ReactNode;
  readonly label?: string;
  /** Where what is written is kept, so that it outlives the dialog; the dialog keeps it otherwise. */
  readonly kept?: { readonly reason: string; readonly write: (reason: string) => void };
  /** Reasons that are given often; each can be added to. */
  readonly suggestions?: readonly string[];
  /** Further choices below the reason. */
  readonly children?: ReactNode;
  /** Receives the reason without blanks around it. As of every form in a dialog: rejects with what was refused. */
  readonly onSubmit: (reason: string) => Promise<unknown>;
}

/** Asks for the reason of a staff action, which the log keeps. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { consequence, label = '原因', suggestions = [], kept, children, onSubmit, ...form } = props;
  const [own, setOwn] = useState('');
  const { reason, write } = kept ?? { reason: own, write: setOwn };
  const [isTried, setTried] = useState(false);
  const text = reason.trim();
  const { length } = [...text];
  const isWrong = isTried && (length < MIN_REASON || length > MAX_REASON);
  const submit = async () => {
    setTried(true);
    return length >= MIN_REASON && length <= MAX_REASON && onSubmit(text);
  };
  return (
    <FormDialog {...form} onSubmit={submit}>
      {consequence !== undefined && <p>{consequence}</p>}
      {suggestions.length > 0 && (
        <Stack direction="row" role="group" aria-label="常用原因" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {suggestions.map((each) => (
            <Chip
              key={each}
              label={each}
              variant="outlined"
              onClick={() => write(text === '' ? each : `${text}；${each}`)}
            />
          ))}
        </Stack>
      )}
      <TextField
        label={label}
        required
        value={reason}
        onChange={({ target }) => write(target.value)}
        error={isWrong}
        helperText={isWrong ? `长度在 ${MIN_REASON} 到 ${MAX_REASON} 个字符` : `写入操作日志，${length}/${MAX_REASON}`}
        multiline
        minRows={2}
        maxRows={6}
        autoFocus
      />
      {children}
    </FormDialog>
  );
}
