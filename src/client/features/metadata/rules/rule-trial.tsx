import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule, RuleTest } from '#schemas/metadata/rule.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldsRead, outcomeWords, ruleProbe } from '#shared/rules/rule-tests.ts';
import { SearchBox } from '#client/features/metadata/base/search-box.tsx';
import { cellText } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { TrialStore } from '#client/features/metadata/base/trial-store.ts';

interface RuleTrialProps extends Omit<RecordTrialProps, 'read' | 'outcomeOf'> {
  readonly rule: Rule;
  readonly today: string;
  readonly onKeep: (test: RuleTest) => void;
}

/** What the rule says of a few real records, as they are kept. */
export const RuleTrial = observer(function RuleTrial({ rule, today, onKeep, ...trial }: RuleTrialProps) {
  const { object, options } = trial;
  const probe = useMemo(() => ruleProbe(object, rule), [object, rule]);
  const read = useMemo(() => fieldsRead(object, rule), [object, rule]);
  const target = object.fields.find(({ apiName }) => apiName === rule.target);
  const write = (value: unknown) =>
    target && value !== undefined && value !== null ? cellText(value, target, options) : '空';
  return (
    <RecordTrial
      {...trial}
      read={read}
      outcomeOf={(values, name) => {
        const outcome = probe(values, { old: values, user: { id: '', roles: ['staff'] }, today, isKept: true });
        const words = outcomeWords(rule.kind, outcome, write);
        if ('failure' in outcome) return { words, isFault: true };
        return {
          words,
          button: {
            label: '存为用例',
            onPress: () =>
              onKeep({
                name: name.slice(0, 60),
                values: Object.fromEntries(
                  read.flatMap(({ apiName }) =>
                    values[apiName] === null || values[apiName] === undefined ? [] : [[apiName, values[apiName]]],
                  ),
                ),
                today,
                expected: outcome.answer,
              }),
          },
        };
      }}
    />
  );
});

interface RecordTrialProps {
  readonly store: TrialStore;
  /** The definition with options filled in. */
  readonly object: ObjectDefinition;
  readonly options: OptionLabels;
  /** The fields whose values are shown below each record. */
  readonly read: readonly FieldDefinition[];
  readonly outcomeOf: (values: RecordValues, name: string) => TrialOutcome;
}

/** What came of one record, in words. */
interface TrialOutcome {
  readonly words: string;
  readonly isFault?: boolean;
  readonly button?: { readonly label: string; readonly onPress: () => void };
}

/** A few real records, the latest or those that a word finds, each with what an expression says of it. */
export const RecordTrial = observer(function RecordTrial({
  store,
  object,
  options,
  read,
  outcomeOf,
}: RecordTrialProps) {
  useEffect(() => store.load(), [store]);
  return (
    <div className="rule-trial">
      <SearchBox label="查找记录" value={store.keyword} onChange={(keyword) => store.search(keyword)} />
      {store.failure && <p role="alert">{store.failure.message}</p>}
      {store.records?.length === 0 && <p className="meta-none">没有可以试算的记录。</p>}
      <ul aria-label="试算结果">
        {store.records?.map((record) => {
          const values = record as RecordValues;
          const name = nameOf(record, object);
          const { words, isFault, button } = outcomeOf(values, name);
          return (
            <li key={record.id}>
              <strong title={name}>{name}</strong>
              <span className="rule-outcome" data-fault={isFault || undefined}>
                {words}
              </span>
              <small>
                {read
                  .map((field) => `${field.label}：${cellText(values[field.apiName], field, options) || '未填写'}`)
                  .join('；')}
              </small>
              {button && (
                <Button size="small" onClick={button.onPress}>
                  {button.label}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
});

const nameOf = (record: RecordRow, { nameField }: ObjectDefinition): string => {
  const value = (record as Readonly<Record<string, unknown>>)[nameField];
  return typeof value === 'string' && value !== '' ? value : `#${record.id}`;
};
