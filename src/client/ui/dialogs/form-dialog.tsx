import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { asFailure } from '#client/lib/api-failure.ts';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';

export interface FormDialogProps extends Omit<DialogFrameProps, 'actions' | 'form' | 'onClose' | 'isHeld'> {
  /** The word on the button that submits, and the one that it has meanwhile. */
  readonly confirm: string;
  readonly busyWord?: string;
  readonly cancel?: string;
  /** It cannot be undone, or takes something away. */
  readonly isGrave?: boolean;
  /** What is asked for is there; the button is dead until then. */
  readonly isReady?: boolean;
  /** A button that takes the focus when the dialog opens, where no field does. */
  readonly focus?: 'confirm' | 'cancel';
  /** Further buttons before the two. */
  readonly actions?: ReactNode;
  /**
   * Does it. Rejects with the failure where it was refused: the dialog stays open with everything typed and shows the
   * message. Resolves to false where the dialog stays open and its content says what is next; all else closes it.
   */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form in a dialog. It is submitted once at a time, cannot be left meanwhile, and a refusal loses nothing. */
export function FormDialog(props: FormDialogProps) {
  const { children, confirm, busyWord = '正在处理…', cancel = '取消', actions, focus, onSubmit, onClose } = props;
  const { isGrave = false, isReady = true, title, size, hasLines, isOpen } = props;
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    // A button loses the focus while it is disabled.
    const hasFocus = form.current?.contains(document.activeElement) === true;
    if (problem !== '' && !isBusy && !hasFocus)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="submit"]')?.focus();
  }, [problem, isBusy]);
  const submit = async () => {
    if (isBusy || !isReady) return;
    setBusy(true);
    setProblem('');
    try {
      if ((await onSubmit()) !== false) onClose();
    } catch (thrown) {
      const { problems, message } = asFailure(thrown);
      setProblem(problems[0]?.message ?? message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DialogFrame
      title={title}
      size={size ?? 'xs'}
      hasLines={hasLines ?? false}
      isOpen={isOpen ?? true}
      onClose={onClose}
      isHeld={isBusy}
      form={{ ref: form, onSubmit: () => void submit() }}
      actions={
        <>
          {actions}
          <Button color="inherit" autoFocus={focus === 'cancel'} disabled={isBusy} onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={isGrave ? 'error' : 'primary'}
            autoFocus={focus === 'confirm'}
            disabled={isBusy || !isReady}
          >
            {isBusy ? busyWord : confirm}
          </Button>
        </>
      }
    >
      {children}
      {problem !== '' && <Alert severity="error">{problem}</Alert>}
    </DialogFrame>
  );
}
