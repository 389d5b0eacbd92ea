import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';
import type { DraftKeeper } from './draft-keeper.ts';

interface LeaveGuardProps {
  readonly form: FormStore;
  readonly drafts: DraftKeeper | undefined;
}

/** Asks before a form with unsaved changes is left, inside the product and out of it. */
export const LeaveGuard = observer(function LeaveGuard({ form, drafts }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => form.isDirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!form.isDirty) return;
      drafts?.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [form, drafts]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog open onClose={() => blocker.reset()} aria-labelledby="leave-title">
      <DialogTitle id="leave-title">有尚未保存的修改</DialogTitle>
      <DialogContent>已修改 {form.changed.size} 项。离开后可凭草稿继续填写，草稿只存于本机。</DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button
          color="error"
          onClick={() => {
            drafts?.discard();
            blocker.proceed();
          }}
        >
          放弃修改并离开
        </Button>
        <Button color="inherit" onClick={() => blocker.proceed()}>
          保留草稿并离开
        </Button>
        <Button variant="contained" autoFocus onClick={() => blocker.reset()}>
          继续填写
        </Button>
      </DialogActions>
    </Dialog>
  );
});
