import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { useBlocker } from 'react-router-dom';
import { DialogFrame } from './dialogs/dialog-frame.tsx';

/** A draft that outlives the page. */
interface KeptDraft {
  /** Writes it down at once. */
  readonly flush: () => void;
  readonly discard: () => void;
}

interface LeaveGuardProps {
  /** What may have unsaved changes. */
  readonly subject: { readonly isDirty: boolean };
  /** Absent where changes are lost with the page. */
  readonly draft?: KeptDraft;
  readonly stayLabel: string;
  /** What may be lost belongs to a page that the query names: another query is another page. */
  readonly isOnAPage?: boolean;
  /** What becomes of the changes. */
  readonly children: ReactNode;
}

/** Asks before unsaved changes are left, inside the product and out of it. */
export const LeaveGuard = observer(function LeaveGuard({
  subject,
  draft,
  stayLabel,
  isOnAPage = false,
  children,
}: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      subject.isDirty && (here.pathname !== there.pathname || (isOnAPage && here.search !== there.search)),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!subject.isDirty) return;
      draft?.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [subject, draft]);
  if (blocker.state !== 'blocked') return null;
  return (
    <DialogFrame
      title="有尚未保存的修改"
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button
            color="error"
            onClick={() => {
              draft?.discard();
              blocker.proceed();
            }}
          >
            放弃修改并离开
          </Button>
          {draft && (
            <Button color="inherit" onClick={() => blocker.proceed()}>
              保留草稿并离开
            </Button>
          )}
          <Button variant="contained" autoFocus onClick={() => blocker.reset()}>
            {stayLabel}
          </Button>
        </>
      }
    >
      {children}
    </DialogFrame>
  );
});
