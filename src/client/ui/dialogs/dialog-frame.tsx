import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type KeyboardEvent, type ReactNode, type RefObject, type SubmitEvent } from 'react';

export interface DialogFrameProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the foot, from the way back to the way on. */
  readonly actions?: ReactNode;
  readonly size?: 'xs' | 'sm' | 'md';
  /** Lines above and below the content, for content that scrolls. */
  readonly hasLines?: boolean;
  /** A dialog that closes with a movement keeps its place in the tree and is switched with this. */
  readonly isOpen?: boolean;
  /** Escape, or a press beside the dialog; absent where the question must be answered. */
  readonly onClose?: (() => void) | undefined;
  /** Makes the dialog a form: Enter in a line and Ctrl+Enter in a text of several lines submit it. */
  readonly form?: { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: () => void };
}

const CONTENT = {
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  // The label of a field at the top reaches above it.
  '.MuiDialogTitle-root + &:not(.MuiDialogContent-dividers)': { pt: 1 },
  '& > *': { m: 0 },
};

/** What every dialog has: a title that names it, content that scrolls and buttons that stay in sight. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, children, actions, size = 'xs', hasLines = false, isOpen = true, onClose, form } = props;
  const id = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      fullWidth
      maxWidth={size}
      aria-labelledby={id}
      slotProps={form && { paper: { component: 'form', ...formProps(form) } }}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent dividers={hasLines} sx={CONTENT}>
        {children}
      </DialogContent>
      <DialogActions
        disableSpacing
        sx={{ px: 3, pt: hasLines ? 1.5 : 0, pb: hasLines ? 1.5 : 2, flexWrap: 'wrap', gap: 1 }}
      >
        {actions}
      </DialogActions>
    </Dialog>
  );
}

function formProps({ ref, onSubmit }: NonNullable<DialogFrameProps['form']>) {
  return {
    ref,
    noValidate: true,
    onSubmit: (event: SubmitEvent) => {
      event.preventDefault();
      // React hands events of a portal to the form that opened the dialog as well.
      event.stopPropagation();
      onSubmit();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
    },
  };
}
