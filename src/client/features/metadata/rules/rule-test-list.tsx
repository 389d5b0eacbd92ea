import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { observer } from 'mobx-react-lite';
import { useId, useMemo } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule, RuleTest } from '#schemas/metadata/rule.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { ANSWERS, fieldsRead, outcomeWords, runTests } from '#shared/rules/rule-tests.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { NativeChoice } from '#client/ui/field-types/inputs/control.tsx';
import { PlainField } from '#client/ui/plain-field.tsx';

interface RuleTestListProps {
  readonly object: ObjectDefinition;
  readonly rule: Rule;
  readonly lookups: FieldLookups;
  readonly today: string;
  readonly onChange: (tests: RuleTest[]) => void;
}

/** The cases that a rule must answer as expected, run at every change. */
export const RuleTestList = observer(function RuleTestList(props: RuleTestListProps) {
  const { object, rule, lookups, today, onChange } = props;
  const tested = useMemo(() => runTests(object, rule), [object, rule]);
  const fields = useMemo(() => fieldsRead(object, rule), [object, rule]);
  const tests = rule.tests ?? [];
  const put = (index: number, next: RuleTest | undefined) =>
    onChange(tests.flatMap((test, at) => (at === index ? (next ?? []) : test)));
  return (
    <div className="rule-tests">
      {tested.map(({ test, outcome, passes }, index) => (
        <fieldset key={placeKey(index)} data-fails={!passes || undefined}>
          <legend>
            用例 {index + 1}
            <span className="rule-outcome" data-fault={!passes || undefined}>
              {passes ? '通过' : `未通过：实为“${outcomeWords(rule.kind, outcome)}”`}
            </span>
          </legend>
          <PlainField
            label="名称"
            value={test.name ?? ''}
            maxLength={60}
            onChange={(name) => {
              const { name: _name, ...rest } = test;
              put(index, name === '' ? rest : { ...rest, name });
            }}
          />
          {fields.map((field) => (
            <TestValue key={field.apiName} {...{ field, test, lookups }} onChange={(next) => put(index, next)} />
          ))}
          <Expected
            rule={rule}
            test={test}
            actual={outcome}
            onChange={(expected) => put(index, { ...test, expected })}
          />
          <IconButton size="small" aria-label={`删除用例 ${index + 1}`} onClick={() => put(index, undefined)}>
            <DeleteOutlined fontSize="small" />
          </IconButton>
        </fieldset>
      ))}
      <Button
        size="small"
        startIcon={<Add />}
        disabled={tests.length >= 30}
        onClick={() => onChange([...tests, { values: {}, today, expected: null }])}
      >
        添加用例
      </Button>
    </div>
  );
});

interface TestValueProps {
  readonly field: FieldDefinition;
  readonly test: RuleTest;
  readonly lookups: FieldLookups;
  readonly onChange: (test: RuleTest) => void;
}

/** The value that a field has in a test, by its own input. */
function TestValue({ field, test, lookups, onChange }: TestValueProps) {
  const id = useId();
  const { Input } = editorsOf(field);
  return (
    <div className="rule-test-value">
      <label id={`${id}-label`} htmlFor={id}>
        {field.label}
      </label>
      <Input
        id={id}
        field={field}
        value={test.values[field.apiName] as FieldValue}
        onChange={(value) => {
          const { [field.apiName]: _before, ...others } = test.values;
          onChange({ ...test, values: value === undefined ? others : { ...others, [field.apiName]: value } });
        }}
        onBlur={() => undefined}
        required={false}
        lookups={lookups}
      />
    </div>
  );
}

interface ExpectedProps {
  readonly rule: Rule;
  readonly test: RuleTest;
  readonly actual: Parameters<typeof outcomeWords>[1];
  readonly onChange: (expected: unknown) => void;
}

/** What should come of it: chosen for a condition, taken from what comes of it now for a value. */
function Expected({ rule, test, actual, onChange }: ExpectedProps) {
  const id = useId();
  if (rule.kind === 'value' || rule.kind === 'options') {
    return (
      <p className="rule-expected">
        应为 {outcomeWords(rule.kind, { answer: test.expected })}
        {'answer' in actual && (
          <Button size="small" onClick={() => onChange(actual.answer ?? null)}>
            采用现在的结果
          </Button>
        )}
      </p>
    );
  }
  const [yes, no] = ANSWERS[rule.kind];
  return (
    <p className="rule-expected">
      <label htmlFor={id}>应为</label>
      <NativeChoice
        id={id}
        value={JSON.stringify(test.expected ?? null)}
        onChange={({ target }) => onChange(JSON.parse(target.value))}
      >
        <option value="true">{yes}</option>
        <option value="false">{no}</option>
        <option value="null">不适用（缺少所读的值）</option>
      </NativeChoice>
    </p>
  );
}

/** Parts that have no name but their place. */
const placeKey = (index: number): string => `place ${index}`;
