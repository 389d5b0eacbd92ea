import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { ChangeList } from './change-list.tsx';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import { formatShanghai } from '#shared/time/format.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';

/** What the other person changed, and what I did, side by side. */
export const CompareDialog = observer(function CompareDialog({ deps }: { readonly deps: EditorDeps }) {
  const { uiState, editor } = deps;
  const { newer, plan } = editor;
  if (!newer) return null;
  const shut = () => uiState.compare(false);
  const when = newer.at === undefined ? '' : `（${formatShanghai(newer.at, 'YYYY年M月D日 HH:mm')}）`;
  return (
    <DialogFrame
      title="对方的修改"
      size="md"
      hasLines
      onClose={shut}
      actions={
        <Button
          variant="contained"
          onClick={() => {
            shut();
            editor.startMerge();
          }}
        >
          把我的修改合并到最新版本
        </Button>
      }
    >
      <h3>
        {newer.authorName ?? '他人'}
        {when}，版本 {newer.version}
      </h3>
      <ChangeList changes={newer.changes ?? []} empty="没有说明" />
      {plan && plan.changes.length > 0 && (
        <>
          <h3>我的修改</h3>
          <ChangeList changes={plan.changes} empty="没有修改" />
        </>
      )}
    </DialogFrame>
  );
});
