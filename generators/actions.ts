import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { Condition, Comparison } from '#schemas/metadata/condition.ts';

/** What an action is done to; none for a button of the list itself. */
type Row = { readonly id: string; readonly [apiName: string]: unknown } | undefined;

/** Entries of a record that are no fields of it. */
const HEAD: readonly string[] = ['id', 'version'];

/** Names in the braces of a template: `/api/orders/{id}` has `id`. */
export const pathParameters = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function comparisons(condition: Condition): readonly Comparison[] {
  if ('and' in condition) return condition.and.flatMap(comparisons);
  if ('or' in condition) return condition.or.flatMap(comparisons);
  if ('exists' in condition || 'inList' in condition || 'noted' in condition) return [];
  return 'not' in condition ? comparisons(condition.not) : [condition];
}

/** Fields that actions read of a row, to say whether they apply and to fill their parameters; what has none is not among them. */
export function actionFields(actions: readonly ObjectAction[] = []): string[] {
  const names = actions.flatMap(({ when, link = '', leads = '', bind = {}, edits, form = [] }) => [
    ...(when === undefined ? [] : comparisons(when as Condition).map(({ field }) => field)),
    ...Object.values(bind),
    ...pathParameters(link),
    ...pathParameters(leads),
    ...(edits ? form.map(({ apiName }) => apiName) : []),
  ]);
  return [...new Set(names)].filter((name) => !HEAD.includes(name));
}

/** Do rows need to say which version they are, for an action to name it? */
export const needsVersion = (actions: readonly ObjectAction[] = []): boolean =>
  actions.some(({ bind = {} }) => Object.values(bind).includes('version'));

/** A value of a row or a form as routes and addresses take it: of links the ids. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}

/** What a call of an action's route takes: `params` for the path, `body` for the rest, none when it is empty. */
export function actionInput(
  { route = '', bind = {}, fixed = {} }: ObjectAction,
  row: Row,
  form: Readonly<Record<string, unknown>>,
): { readonly params: Record<string, unknown>; readonly body?: Record<string, unknown> } {
  const names = pathParameters(route);
  const bound = Object.fromEntries(Object.entries(bind).map(([name, field]) => [name, row?.[field]]));
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries({ ...fixed, ...form, ...bound }).map(([name, value]) => [name, plain(value)]),
  );
  const params = Object.fromEntries(names.map((name) => [name, given[name] ?? row?.id]));
  const rest = Object.entries(given).filter(([name]) => !names.includes(name));
  return rest.length > 0 ? { params, body: Object.fromEntries(rest) } : { params };
}

/** The address that a link leads to from a row. */
export const actionAddress = (link: string, row: Row): string =>
  link.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(plain(row?.[name]) ?? '')));
