import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import type { PartWizard, Question, WizardList } from '#client/features/metadata/wizard/part-wizard.ts';
import { ANSWERS } from './wizard-answers.tsx';
import { WizardPreview } from './wizard-preview.tsx';

const TITLES: Readonly<Record<WizardList, string>> = { related: '添加关联列表', charts: '添加图表' };

const WORDS: Readonly<Record<Question, Readonly<Record<WizardList, string>>>> = {
  source: { related: '要在页面上列出哪些记录？', charts: '要统计哪些记录？' },
  via: { related: '经由哪些记录？', charts: '经由哪些记录？' },
  end: { related: '列出它们指向的哪些记录？', charts: '统计它们指向的哪些记录？' },
  columns: { related: '显示哪些列？', charts: '' },
  sort: { related: '按什么排列？', charts: '' },
  group: { related: '', charts: '按哪个字段分组？' },
  measure: { related: '', charts: '每一组显示什么数值？' },
  kind: { related: '', charts: '画成什么图形？' },
  tab: { related: '放在哪个标签页？', charts: '放在哪个标签页？' },
  label: { related: '叫什么名称？', charts: '叫什么名称？' },
};

interface WizardDialogProps {
  readonly wizard: PartWizard;
  readonly deps: EditorDeps;
  /** Called with the last question answered. */
  readonly onMade: () => void;
  /** The user would rather fill in everything at once. */
  readonly onSkip: () => void;
  readonly onClose: () => void;
}

/** Asks for what a related list or a chart needs, one question at a time. */
export const WizardDialog = observer(function WizardDialog(props: WizardDialogProps) {
  const { wizard, deps, onMade, onSkip, onClose } = props;
  const { list, question, questions, step, isLast, isAnswered } = wizard;
  return (
    <FormDialog
      title={TITLES[list]}
      size="md"
      hasLines
      confirm={isLast ? '添加' : '下一步'}
      isReady={isAnswered}
      actions={
        step > 0 ? (
          <Button color="inherit" sx={{ mr: 'auto' }} onClick={() => wizard.back()}>
            上一步
          </Button>
        ) : (
          <Button color="inherit" sx={{ mr: 'auto' }} onClick={onSkip}>
            跳过向导
          </Button>
        )
      }
      onSubmit={async () => {
        if (isLast) return onMade();
        wizard.next();
        return false;
      }}
      onClose={onClose}
    >
      <p className="meta-count" role="status">
        第 {step + 1} 步，共 {questions.length} 步：{WORDS[question][list]}
      </p>
      {ANSWERS[question]({ wizard, label: WORDS[question][list] })}
      <WizardPreview wizard={wizard} deps={deps} />
    </FormDialog>
  );
});
