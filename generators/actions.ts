import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { Condition, Comparison } from '#schemas/metadata/condition.ts';

/** Names of the parameters of a path: `/api/orders/{id}` has `id`. */
export const pathParameters = (route: string): string[] =>
  [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function comparisons(condition: Condition): readonly Comparison[] {
  if ('and' in condition) return condition.and.flatMap(comparisons);
  if ('or' in condition) return condition.or.flatMap(comparisons);
  return 'not' in condition ? comparisons(condition.not) : [condition];
}

/** Fields that actions read of a row, to say whether they apply and to fill their parameters; `id` is not among them. */
export function actionFields(actions: readonly ObjectAction[] = []): string[] {
  const names = actions.flatMap(({ when, bind = {} }) => [
    ...(when === undefined ? [] : comparisons(when as Condition).map(({ field }) => field)),
    ...Object.values(bind).filter((name) => name !== 'id'),
  ]);
  return [...new Set(names)];
}

/** What a call of an action's route takes: `params` for the path, `body` for the rest, none when it is empty. */
export function actionInput(
  { route, bind = {}, fixed = {} }: ObjectAction,
  row: { readonly id: string; readonly [apiName: string]: unknown },
  form: Readonly<Record<string, unknown>>,
): { readonly params: Record<string, unknown>; readonly body?: Record<string, unknown> } {
  const names = pathParameters(route);
  const bound = Object.fromEntries(Object.entries(bind).map(([name, field]) => [name, row[field]]));
  const given: Record<string, unknown> = { ...fixed, ...form, ...bound };
  const params = Object.fromEntries(names.map((name) => [name, given[name] ?? row.id]));
  const rest = Object.entries(given).filter(([name]) => !names.includes(name));
  return rest.length > 0 ? { params, body: Object.fromEntries(rest) } : { params };
}
