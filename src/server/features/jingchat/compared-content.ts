import type { ContentOf } from '#schemas/api/jingchat.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { GroupFigures } from '#server/core/aggregates/reader.ts';
import { figureText, measureLabel } from './figure-words.ts';

/** Groups side by side, each with the list of its records. `route` is the list of the object. */
export function comparedContent(
  plan: Plan,
  groups: NonNullable<Plan['compare']>,
  rows: readonly GroupFigures[],
  object: AskableObject,
  route: string | undefined,
): ContentOf<'groups'> {
  const { measures = [] } = plan;
  const fieldOf = (apiName: string | undefined) => object.fields.find((field) => field.apiName === apiName);
  const [first] = groups;
  const by = fieldOf(first && 'field' in first.filter ? first.filter.field : undefined)?.label ?? object.label;
  return {
    kind: 'groups',
    sentence: `${object.label}按“${by}”对比 ${rows.length} 组。`,
    by,
    measures: measures.map((measure) => measureLabel(measure, fieldOf(measure.field))),
    rows: rows.map(({ label, values }, at) => {
      const filter = allOf([...partsOf(plan.filter), ...partsOf(groups[at]?.filter)]);
      const texts = measures.map((measure, place) =>
        figureText(values[place] ?? null, measure, fieldOf(measure.field), object),
      );
      return {
        key: null,
        label,
        texts,
        ...(route !== undefined && { href: route + encodeListState({ ...DEFAULT_LIST_STATE, filter }) }),
      };
    }),
  };
}
