import { observer } from 'mobx-react-lite';
import type { LanguageForm } from '#schemas/api/metadata-editing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { findField, liveFields } from '#generators/object.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { conditionWords, type LabelOf } from '#shared/conditions/condition-words.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { optionOf } from '#client/ui/field-types/inputs/choices.ts';
import { celText } from '#shared/rules/rule-words.ts';
import { ConditionButton } from './condition-button.tsx';
import type { DefinitionPart } from './definition-part.ts';
import { namedObject, type PartContext, valueAt } from './part-choices.ts';

interface ConditionLinesProps {
  readonly schema: LanguageForm;
  readonly definitionPart: DefinitionPart;
  readonly context: PartContext;
  readonly lookups: FieldLookups;
  /** Is the field in the form as the part is now? */
  readonly isShown: (apiName: string) => boolean;
  /** Puts another condition into a field of the form; the same function at each key. */
  readonly onPut: (apiName: string, condition: Condition | undefined) => void;
  /** Formulas too, where the screen does not say them by itself. */
  readonly saysExpressions: boolean;
}

/** The conditions and formulas of a part in words, as users of its lists read them: in its form they are written with names and values. */
export const ConditionLines = observer(function ConditionLines(props: ConditionLinesProps) {
  const { schema, definitionPart, context, lookups, saysExpressions, isShown, onPut } = props;
  const labelOf: LabelOf = (value, field) => optionOf(value, field, lookups).label;
  const names = { field: (apiName: string) => findField(context.object, apiName), option: labelOf };
  return schema.parts
    .filter(({ control }) => control === 'json' || control === 'condition' || (saysExpressions && control === 'cel'))
    .map((part) => {
      const named = namedObject(part, schema, definitionPart);
      const object = typeof named === 'string' && named !== '' ? context.schema.other(named) : context.object;
      const value = valueAt(definitionPart, part.path);
      const words =
        part.control === 'cel'
          ? typeof value === 'string' && celText(value, names)
          : object && wordsOf(value, object, labelOf);
      const isSaid = words !== undefined && words !== false;
      const button = part.control === 'condition' && object && part.field !== undefined && isShown(part.field) && (
        <ConditionButton {...{ object, value, onPut }} label={part.label} apiName={part.field} />
      );
      return (
        (isSaid || button) && (
          <p key={part.path.join('.')} className="meta-lead">
            {part.label}：{isSaid ? words : value === undefined ? '未设置' : '见上方文本'} {button}
          </p>
        )
      );
    });
});

/** A condition of an object in words; undefined where it is no condition, or not yet one. */
export function wordsOf(value: unknown, object: ObjectDefinition, labelOf: LabelOf): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = withSystemFields(object, liveFields(object));
  try {
    return conditionWords(parseCondition({ fields }, value), { fields }, labelOf);
  } catch (thrown) {
    if (thrown instanceof ConditionFault) return undefined;
    throw thrown;
  }
}
