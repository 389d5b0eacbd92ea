import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useId, type KeyboardEvent, type ReactNode, type RefObject, type SubmitEvent } from 'react';
import { PopupHead, type PopupHeadProps } from './popup-head.tsx';

export interface DialogFrameProps extends Omit<PopupHeadProps, 'id'> {
  readonly children?: ReactNode;
  /** Buttons at the foot, from the way back to the way on. */
  readonly actions?: ReactNode;
  readonly size?: 'xs' | 'sm' | 'md';
  /** Lines above and below the content, for content that scrolls. */
  readonly hasLines?: boolean;
  /** The content has its own room around it. */
  readonly isBare?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** A dialog that closes with a movement keeps its place in the tree and is switched with this. */
  readonly isOpen?: boolean;
  /** Makes the dialog a form: Enter in a line and Ctrl+Enter in a text of several lines submit it. */
  readonly form?: { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: () => void };
}

const CONTENT = {
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  px: { xs: 2, sm: 3 },
  pt: 0.5,
  '&.MuiDialogContent-dividers': { pt: 2 },
  '& > *': { m: 0 },
};

/** What every dialog has: a title that names it, content that scrolls and buttons that stay in sight. A sheet on a phone. */
export function DialogFrame(props: DialogFrameProps) {
  const {
    children,
    actions,
    size = 'xs',
    hasLines = false,
    isOpen = true,
    isBare = false,
    onKeyDown,
    form,
    ...head
  } = props;
  const { onClose, isHeld = false } = head;
  const id = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={isHeld ? undefined : onClose}
      // Passed as undefined it would take the place of the dialog's own, which closes on Escape.
      {...(onKeyDown && { onKeyDown })}
      fullWidth
      maxWidth={size}
      aria-labelledby={id}
      slotProps={form && { paper: { component: 'form', ...formProps(form) } }}
    >
      <PopupHead {...head} id={id} />
      {isBare ? (
        children
      ) : (
        <DialogContent dividers={hasLines} sx={CONTENT}>
          {children}
        </DialogContent>
      )}
      {actions !== undefined && (
        <DialogActions
          disableSpacing
          sx={{ px: { xs: 2, sm: 3 }, pt: hasLines ? 1.5 : 0, pb: hasLines ? 1.5 : 2, flexWrap: 'wrap', gap: 1 }}
        >
          {actions}
        </DialogActions>
      )}
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
