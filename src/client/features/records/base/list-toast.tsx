import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';

/** Long enough to read; longer where something can be taken back. */
const SHOWN_MS = 4000;
const UNDO_MS = 10_000;

export interface Toast {
  readonly words: string;
  /** Takes back what has just been done. */
  readonly onUndo?: () => void;
}

interface ListToastProps {
  readonly toast: Toast;
  readonly onClose: () => void;
}

/** A word on what has just been done, with the way back; it stays while the pointer or the focus is on it. */
export function ListToast({ toast: { words, onUndo }, onClose }: ListToastProps) {
  return (
    <Snackbar
      // Another word starts its own time.
      key={words}
      open
      message={words}
      autoHideDuration={onUndo ? UNDO_MS : SHOWN_MS}
      onClose={(_, reason) => {
        if (reason !== 'clickaway') onClose();
      }}
      action={
        onUndo && (
          <Button
            sx={{ color: 'inherit', textDecoration: 'underline' }}
            onClick={() => {
              onClose();
              onUndo();
            }}
          >
            撤销
          </Button>
        )
      }
    />
  );
}
