import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import { FieldChoice } from '#client/features/metadata/definition-parts/field-choice.tsx';
import { COUNT, type PartWizard, type Question } from '#client/features/metadata/wizard/part-wizard.ts';
import type { Source } from '#client/features/metadata/wizard/sources.ts';

interface AnswerProps {
  readonly wizard: PartWizard;
  readonly label: string;
}

/** The choice of records that are two links away. */
const FURTHER = 'further';
const choiceOf = ({ key, label, words }: Source) => ({ value: key, label, help: words });

const Sources = observer(function Sources({ wizard, label }: AnswerProps) {
  const { sources, source, target, pointing = [], isIndirect } = wizard;
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
        value={isIndirect ? FURTHER : (source?.key ?? '')}
        onChange={(key) => wizard.choose(sources.find((one) => one.key === key))}
        choices={[
          ...sources.map(choiceOf),
          ...(pointing.length > 0
            ? [
                {
                  value: FURTHER,
                  label: '隔一层的记录',
                  help: '经由指向本记录的记录，到它们指向的记录，如：机构 ← 交易 → 企业',
                },
              ]
            : []),
        ]}
      />
      {source && !target && <p role="status">正在读取“{source.label}”的字段…</p>}
    </>
  );
});

const Vias = observer(function Vias({ wizard, label }: AnswerProps) {
  const { pointing = [], via, ends } = wizard;
  return (
    <>
      <RadioChoice
        label={label}
        isLabelHidden
        value={via?.key ?? ''}
        onChange={(key) => {
          const chosen = pointing.find((one) => one.key === key);
          if (chosen) wizard.goOver(chosen);
        }}
        choices={pointing.map(choiceOf)}
      />
      {via && !ends && <p role="status">正在读取“{via.label}”的字段…</p>}
    </>
  );
});

const Ends = observer(function Ends({ wizard, label }: AnswerProps) {
  const { ends = [], source, via } = wizard;
  return (
    <>
      {ends.length === 0 ? (
        <p className="meta-none">“{via?.label}”没有指向其他对象的字段。请返回上一步另选。</p>
      ) : (
        <RadioChoice
          label={label}
          isLabelHidden
          value={source?.key ?? ''}
          onChange={(key) => {
            const chosen = ends.find((one) => one.key === key);
            if (chosen) wizard.choose(chosen);
          }}
          choices={ends.map(choiceOf)}
        />
      )}
      <FormHelperText>
        每条记录只出现一次。反过来指向“{via?.label}”的记录（如：机构 ← 基金 ← 交易）不能这样得到，请放在“{via?.label}
        ”的页面上。
      </FormHelperText>
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
  const { sort, sortChoices, isIndirect, via } = wizard;
  return (
    <>
      <FieldChoice
        label={label}
        fields={sortChoices}
        value={sort?.field ?? ''}
        onPick={(field) => wizard.sortBy(field === '' ? undefined : field, sort?.order)}
        first={{ value: '', label: isIndirect ? `经由的${via?.label}多的在前` : '与该对象的列表相同' }}
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

/** How each question is answered. */
export const ANSWERS: Readonly<Record<Question, (props: AnswerProps) => ReactNode>> = {
  source: (props) => <Sources {...props} />,
  via: (props) => <Vias {...props} />,
  end: (props) => <Ends {...props} />,
  columns: (props) => <Columns {...props} />,
  sort: (props) => <Sorting {...props} />,
  group: (props) => <Grouping {...props} />,
  measure: (props) => <Measures {...props} />,
  kind: (props) => <Kinds {...props} />,
  tab: (props) => <Tabs {...props} />,
  label: (props) => <Naming {...props} />,
};
