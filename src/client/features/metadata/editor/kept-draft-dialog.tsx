import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { KeptDraft } from '#client/features/metadata/draft/kept-drafts.ts';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import { agoWords } from '#shared/time/age-words.ts';
import { formatShanghai } from '#shared/time/format.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';

/** Asks what to do with changes that were left unsaved in this browser. Nothing else can be changed before. */
export const KeptDraftDialog = observer(function KeptDraftDialog({
  deps,
  kept,
}: {
  readonly deps: EditorDeps;
  readonly kept: KeptDraft;
}) {
  const { editor, now } = deps;
  const saved = editor.draft?.baseVersion ?? 0;
  const began = kept.base?.version ?? 0;
  return (
    <DialogFrame
      title="本机有未保存的修改"
      actions={
        <>
          <Button color="error" onClick={() => editor.dropKept()}>
            放弃
          </Button>
          <Button variant="contained" autoFocus onClick={() => editor.restoreKept()}>
            恢复
          </Button>
        </>
      }
    >
      <p className="meta-lead">
        {agoWords(now() - kept.savedAt)}（{formatShanghai(kept.savedAt, 'M月D日 HH:mm')}）留下，基于版本 {began}。
        {saved !== began && `此后已有人保存到版本 ${saved}，恢复后可以合并。`}
      </p>
    </DialogFrame>
  );
});
