import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { ChangeList } from '#client/features/metadata/history/change-list.tsx';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { StorageSteps } from '#client/features/metadata/base/storage-preview.tsx';
import { ImpactSection } from './impact-section.tsx';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';

/** Before saving: what changes in words, what happens to the tables, and which problems prevent it, with links to them. */
export const ReviewDialog = observer(function ReviewDialog({ deps, draft }: DraftProps) {
  const { uiState, editor, impact } = deps;
  const { plan, planning, saving, newer } = editor;
  useEffect(() => void editor.ask(), [editor]);
  const shut = () => uiState.review(false);
  const problems = plan?.problems ?? [];
  const isRecast = (plan?.recasts.length ?? 0) > 0;
  // What is lost is known, and agreed to, before it is lost.
  const isHeld = isRecast && !impact.isSettled;
  const save = async () => {
    const isSaved = await editor.save(isRecast ? impact.agreed : []);
    // Problems are shown here; a conflict is met on the page.
    if (isSaved || editor.newer) shut();
  };
  return (
    <DialogFrame
      title={
        <>
          保存{draft.current.label}：版本 {draft.baseVersion + 1}
        </>
      }
      size="md"
      hasLines
      onClose={shut}
      actions={
        <>
          <Button color="inherit" onClick={shut} disabled={saving}>
            返回修改
          </Button>
          <Button
            variant="contained"
            autoFocus
            disabled={isHeld || saving || planning || problems.length > 0 || newer !== undefined || !draft.isDirty}
            onClick={() => void save()}
          >
            {saving ? '保存中…' : '确认保存'}
          </Button>
        </>
      }
    >
      {(planning || saving) && <LinearProgress aria-label={saving ? '正在保存' : '正在检查'} />}
      {problems.length > 0 && (
        <section aria-label="需要改正">
          <h3>需要改正（{problems.length}）</h3>
          <ul className="meta-problems" role="alert">
            {problems.map((problem) => (
              <li key={`${problem.field}-${problem.message}`}>
                <bdi>{problem.message}</bdi>
                <Button onClick={() => uiState.goTo(problem, draft.current)}>前往修改</Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {plan && problems.length === 0 && (
        <>
          <h3>修改内容</h3>
          <ChangeList changes={plan.changes} empty="没有修改" />
          <ImpactSection deps={deps} draft={draft} plan={plan} />
          <h3>数据表的改动</h3>
          <StorageSteps steps={plan.steps} />
        </>
      )}
      {editor.refusal !== undefined && <Alert severity="error">{editor.refusal}</Alert>}
    </DialogFrame>
  );
});
