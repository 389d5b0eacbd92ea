import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { SaveConflict } from '#schemas/api/metadata-editing.ts';
import type { OptionSetStore } from './option-set-store.ts';
import { formatShanghai } from '#shared/time/format.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';

interface OptionConflictDialogProps {
  readonly store: OptionSetStore;
  readonly conflict: SaveConflict;
}

/** Says that another user saved first, what that changed, and asks how to go on. */
export const OptionConflictDialog = observer(function OptionConflictDialog({
  store,
  conflict,
}: OptionConflictDialogProps) {
  const { authorName, at, version, changes } = conflict;
  return (
    <DialogFrame
      title="他人已保存新版本"
      size="sm"
      hasLines
      onClose={() => store.closeConflict()}
      actions={
        <>
          <Button color="error" onClick={() => void store.discard()}>
            放弃我的修改
          </Button>
          <Button color="inherit" onClick={() => store.closeConflict()}>
            继续编辑
          </Button>
          <Button variant="contained" autoFocus onClick={() => void store.merge()}>
            并入我的修改
          </Button>
        </>
      }
    >
      <p>
        {authorName}于 {formatShanghai(at, 'YYYY-MM-DD HH:mm')} 保存了版本 {version}，您的修改没有保存，也没有丢失。
      </p>
      <p>对方的修改：</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </DialogFrame>
  );
});
