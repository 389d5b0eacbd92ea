import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import { FieldChoice } from '#client/features/metadata/definition-parts/field-choice.tsx';
import { COUNT, type PartWizard, type Question, type WizardList } from './part-wizard.ts';

const TITLES: Readonly<Record<WizardList, string>> = { related: '添加关联列表', charts: '添加图表' };

const WORDS: Readonly<Record<Question, Readonly<Record<WizardList, string>>>> = {
  source: { related: '要在页面上列出哪些记录？', charts: '要统计哪些记录？' },
  columns: { related: '显示哪些列？', charts: '' },
  sort: { related: '按什么排列？', charts: '' },
  group: { related: '', charts: '按哪个字段分组？' },
  measure: { related: '', charts: '每一组显示什么数值？' },
  kind: { related: '', charts: '画成什么图形？' },
  tab: { related: '放在哪个标签页？', charts: '放在哪个标签页？' },
  label: { related: '叫什么名称？', charts: '叫什么名称？' },
};

interface WizardProps {
  readonly wizard: PartWizard;
}

interface WizardDialogProps extends WizardProps {
  /** Called with the last question answered. */
  readonly onMade: () => void;
  /** The user would rather fill in everything at once. */
  readonly onSkip: () => void;
  readonly onClose: () => void;
}

/** Asks for what a related list or a chart needs, one question at a time. */
export const WizardDialog = observer(function WizardDialog({ wizard, onMade, onSkip, onClose }: WizardDialogProps) {
  const { list, question, questions, step, isLast, isAnswered } = wizard;
  return (
    <FormDialog
      title={TITLES[list]}
      size="sm"
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
    </FormDialog>
  );
});

interface AnswerProps extends WizardProps {
  readonly label: string;
}

const Sources = observer(function Sources({ wizard, label }: AnswerProps) {
  const { sources, source, target } = wizard;
  if (!sources) return <p role="status">正在查找指向这里的对象…</p>;
  if (sources.length === 0)
    return (
      <p className="meta-none">
        还没有对象指向这里。请先在另一个对象中添加“关联”类型的字段，目标选择本对象，保存后再回到这里。
      </p>
    );
  return (
    <>
      <RadioChoice
        label={label}
        isLabelHidden
        value={source?.key ?? ''}
        onChange={(key) => {
          const chosen = sources.find((one) => one.key === key);
          if (chosen) wizard.choose(chosen);
        }}
        choices={sources.map(({ key, label: name, words }) => ({ value: key, label: name, help: words }))}
      />
      {source && !target && <p role="status">正在读取“{source.label}”的字段…</p>}
    </>
  );
});

const Columns = observer(function Columns({ wizard, label }: AnswerProps) {
  return (
    <div role="group" aria-label={label} className="meta-wizard-columns">
      {wizard.columnChoices.map((field) => (
        <FormControlLabel
          key={field.apiName}
          control={
            <Checkbox
              size="small"
              checked={wizard.columns.includes(field.apiName)}
              onChange={() => wizard.toggle(field.apiName)}
            />
          }
          label={field.label}
        />
      ))}
    </div>
  );
});

const Sorting = observer(function Sorting({ wizard, label }: AnswerProps) {
  const { sort, sortChoices } = wizard;
  return (
    <>
      <FieldChoice
        label={label}
        fields={sortChoices}
        value={sort?.field ?? ''}
        onPick={(field) => wizard.sortBy(field === '' ? undefined : field, sort?.order)}
        first={{ value: '', label: '与该对象的列表相同' }}
        autoFocus
      />
      {sort && (
        <RadioChoice
          label="顺序"
          isRow
          value={sort.order}
          onChange={(order) => wizard.sortBy(sort.field, order)}
          choices={[
            { value: 'desc', label: '从大到小' },
            { value: 'asc', label: '从小到大' },
          ]}
        />
      )}
    </>
  );
});

const Grouping = observer(function Grouping({ wizard, label }: AnswerProps) {
  const { groupChoices, group = '' } = wizard;
  if (groupChoices.length === 0)
    return <p className="meta-none">这个对象没有可以分组的字段，如选项、日期、关联。请返回上一步另选。</p>;
  return (
    <FieldChoice
      label={label}
      fields={groupChoices}
      value={group}
      onPick={(apiName) => wizard.set({ group: apiName })}
      autoFocus
    />
  );
});

const Measures = observer(function Measures({ wizard, label }: AnswerProps) {
  return (
    <FieldChoice
      label={label}
      fields={wizard.sumChoices}
      value={wizard.measure}
      onPick={(measure) => wizard.set({ measure })}
      first={{ value: COUNT, label: '记录数' }}
      autoFocus
    />
  );
});

const Kinds = observer(function Kinds({ wizard, label }: AnswerProps) {
  const { kindChoices, kindHelp } = wizard;
  return (
    <>
      <RadioChoice
        label={label}
        isLabelHidden
        value={wizard.kind}
        onChange={(kind) => wizard.set({ kind })}
        choices={kindChoices}
      />
      {kindHelp !== undefined && <FormHelperText>{kindHelp}</FormHelperText>}
    </>
  );
});

const Tabs = observer(function Tabs({ wizard, label }: AnswerProps) {
  return (
    <RadioChoice
      label={label}
      isLabelHidden
      value={String(wizard.tab)}
      onChange={(tab) => wizard.set({ tab: Number(tab) })}
      choices={wizard.tabs.map((tab, at) => ({ value: String(at), label: tab.label, help: tab.blocks.join('、') }))}
    />
  );
});

const Naming = observer(function Naming({ wizard, label }: AnswerProps) {
  return (
    <TextField
      autoFocus
      required
      label={label}
      value={wizard.label}
      onChange={({ target }) => wizard.rename(target.value)}
      helperText="显示在页面上；添加后可以预览，点列表中的名称可以细调"
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
});

const ANSWERS: Readonly<Record<Question, (props: AnswerProps) => ReactNode>> = {
  source: (props) => <Sources {...props} />,
  columns: (props) => <Columns {...props} />,
  sort: (props) => <Sorting {...props} />,
  group: (props) => <Grouping {...props} />,
  measure: (props) => <Measures {...props} />,
  kind: (props) => <Kinds {...props} />,
  tab: (props) => <Tabs {...props} />,
  label: (props) => <Naming {...props} />,
};
