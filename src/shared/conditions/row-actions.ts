import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { compilePredicate } from './predicate.ts';

/** When and by whom actions are asked for: a day `YYYY-MM-DD` of Asia/Shanghai, and the uid of `{me}`. */
export interface ActionAsker {
  readonly today: string;
  readonly me: string;
}

/**
 * Which actions of rows a row takes, as a function of its wire values. An action whose condition names a field that the
 * user may not read is offered on no row.
 */
export function rowActions(
  all: readonly ObjectAction[],
  fields: readonly FieldDefinition[],
  { today, me }: ActionAsker,
): (values: RecordValues) => readonly ObjectAction[] {
  const actions = all.filter((action) => action.of !== 'list');
  const tests = actions.map(({ when }) => {
    if (when === undefined) return () => true;
    try {
      const meant: unknown = JSON.parse(JSON.stringify(when).replaceAll('"{me}"', JSON.stringify(me)));
      return compilePredicate({ fields }, parseCondition({ fields }, meant), { today });
    } catch (error) {
      if (!(error instanceof ConditionFault)) throw error;
      return () => false;
    }
  });
  return (values) => actions.filter((_, index) => tests[index]?.(values) === true);
}
