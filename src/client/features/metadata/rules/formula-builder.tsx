import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import { formulaOperands } from '#shared/rules/blocks/operands.ts';
import { formulaProbe, withFormula } from '#shared/rules/formula-probe.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { cellText } from '#client/ui/field-types/registry.ts';
import { useDraftWays, WaysProvider } from './builder/ways.ts';
import { ConditionView, ValueView } from './builder/condition-view.tsx';
import { Folded } from '#client/features/metadata/definition-parts/folded.tsx';
import { resolvedDraft } from './resolved-draft.ts';
import { RecordTrial } from './rule-trial.tsx';
import './rules.css';

interface FormulaBuilderProps extends DraftProps {
  readonly object: ObjectDefinition;
  /** As it is in the draft, or before it is there. */
  readonly field: FieldDefinition;
  readonly onChange: (expression: string) => void;
}

/** A field that has no name yet. */
const UNNAMED = 'formula';

/** A formula composed of fields and functions, with what it comes to for real records. */
export const FormulaBuilder = observer(function FormulaBuilder({
  deps,
  draft,
  object,
  field,
  onChange,
}: FormulaBuilderProps) {
  const { lookups, preview, today, trial } = deps;
  const ways = useDraftWays({ deps, draft });
  const shown = preview.form?.shape.definition;
  const resolved = useMemo(() => resolvedDraft(shown, object), [shown, object]);
  const whole = useMemo(
    () => withFormula(resolved, { ...field, apiName: field.apiName || UNNAMED, label: field.label ?? '' }),
    [resolved, field],
  );
  const apiName = field.apiName || UNNAMED;
  const operands = useMemo(() => formulaOperands(whole, apiName), [whole, apiName]);
  const probe = useMemo(() => formulaProbe(whole, apiName), [whole, apiName]);
  const expression = field.config?.expression ?? '';
  const answer = resultField(field);
  const view = {
    label: '公式',
    source: expression,
    onChange,
    object: whole,
    operands,
    lookups,
    problem: expression.trim() === '' ? undefined : probe.refusal,
  };
  return (
    <WaysProvider value={ways}>
      <div className="meta-cel rule-builder">
        {valueKind(field) === 'boolean' ? (
          <ConditionView {...view} empty="false" />
        ) : (
          <ValueView key={answer.type} {...view} into={answer} />
        )}
        {expression.trim() !== '' && probe.refusal === undefined && <p className="meta-good">公式可以使用</p>}
        <Folded title="用真实记录试算">
          <RecordTrial
            store={trial}
            object={resolved}
            options={lookups}
            read={probe.reads}
            outcomeOf={(values) => {
              const outcome = probe.ask(values, today);
              if ('failure' in outcome) return { words: `出错：${outcome.failure}`, isFault: true };
              const text = outcome.answer === undefined ? '' : cellText(outcome.answer, answer, lookups);
              return { words: text === '' ? '不填（所需的值为空）' : text };
            }}
          />
        </Folded>
      </div>
    </WaysProvider>
  );
});

/** A field as its answers are entered and shown. */
function resultField(field: FieldDefinition): FieldDefinition {
  const { apiName, label, decimalPlaces, config } = field;
  const { unit, notation } = config ?? {};
  return {
    apiName: apiName || UNNAMED,
    label: label ?? '',
    type: valueType(field).type,
    ...(decimalPlaces !== undefined && { decimalPlaces }),
    config: { ...(unit !== undefined && { unit }), ...(notation !== undefined && { notation }) },
  };
}
