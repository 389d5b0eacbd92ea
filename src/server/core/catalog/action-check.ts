import type { TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ACTION_DIALOGS, ACTION_ROUTES, KEYED_ROUTES, actionBody } from '#schemas/api/action-routes.ts';
import { ObjectAction } from '#schemas/metadata/action.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { actionFields, pathParameters } from '#generators/actions.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { findField, liveFields } from '#generators/object.ts';
import type { Problem } from '#shared/errors.ts';

/** What only an action with a route may have. */
const OF_ROUTE = ['bind', 'fixed', 'form', 'edits', 'confirm', 'bulk', 'shows', 'leads'] as const;
/** What a button of the list cannot have, since it is about no row. */
const OF_ROW = ['when', 'bind', 'edits', 'bulk'] as const;

const titleOf = (name: keyof ObjectAction) => String(Object(ObjectAction.properties[name]).title);

function shapeProblems(action: ObjectAction): string[] {
  const { of, route, link, dialog, policy } = action;
  const ways = [route, link, dialog].filter((way) => way !== undefined).length;
  const titles = (names: readonly (keyof ObjectAction)[]) =>
    names.filter((name) => action[name] !== undefined).map(titleOf);
  return [
    ...(ways === 1 ? [] : ['接口、链接与专用对话框应恰好有一项']),
    ...(route === undefined ? titles(OF_ROUTE).map((title) => `没有接口，不能有“${title}”`) : []),
    ...(route !== undefined && policy !== undefined ? ['所需权限由接口决定'] : []),
    ...(dialog !== undefined && policy === undefined ? ['专用对话框没有所需权限'] : []),
    ...(dialog !== undefined && !ACTION_DIALOGS.some((known) => known === dialog) ? [`没有专用对话框“${dialog}”`] : []),
    ...(of === 'list' ? titles(OF_ROW).map((title) => `列表工具栏的操作不能有“${title}”`) : []),
    ...(of === 'list' && link !== undefined && pathParameters(link).length > 0
      ? ['列表工具栏的链接不能有记录的字段']
      : []),
    ...(action.leads !== undefined && action.bulk === true ? ['完成后前往其他页面的操作不能批量'] : []),
    ...(of === 'list' && action.leads !== undefined && pathParameters(action.leads).length > 0
      ? ['列表工具栏的操作完成后前往的地址不能有记录的字段']
      : []),
    ...(action.edits === true && action.bulk === true ? ['修改记录的操作不能批量'] : []),
    ...(action.shows !== undefined && action.bulk === true ? ['显示结果的操作不能批量'] : []),
  ];
}

/** Values at both bounds of a text or whole number, and the nearest that it does not take. */
function probes(field: FieldDefinition): { readonly inside: readonly unknown[]; readonly outside: readonly unknown[] } {
  const { kind, freeText, schema } = fieldType(field);
  if (kind === 'integer') {
    const { min, max } = field.config ?? {};
    const bounds = [...(min === undefined ? [] : [[+min, +min - 1]]), ...(max === undefined ? [] : [[+max, +max + 1]])];
    return { inside: bounds.map(([inside]) => inside), outside: bounds.map(([, outside]) => outside) };
  }
  if (freeText === undefined) return { inside: [], outside: [] };
  const { minLength = 1, maxLength = 1 } = schema(field) as { minLength?: number; maxLength?: number };
  const text = (length: number) => 'x'.repeat(length);
  return {
    inside: [text(minLength), text(maxLength)],
    outside: [...(minLength > 1 ? [text(minLength - 1)] : []), text(maxLength + 1)],
  };
}

/** Does a field of a form take what the route refuses, or refuse what it takes? A route may ask for more than a length. */
function isUnfit(field: FieldDefinition, entry: TSchema): boolean {
  const { inside, outside } = probes(field);
  const taken = inside.filter((value) => Value.Check(entry, value));
  if (taken.length === 0) return false;
  return taken.length < inside.length || outside.some((value) => Value.Check(entry, value));
}

function routeProblems(action: ObjectAction, route: string): string[] {
  const { of, bind = {}, fixed = {}, form = [], shows } = action;
  const declared = ACTION_ROUTES.get(route);
  if (!declared) return [`接口“${route}”不能用于操作`];
  const { properties = {}, required = [] } = actionBody(route) ?? {};
  const params = pathParameters(route);
  const keyed = KEYED_ROUTES.has(route) ? ['clientKey'] : [];
  const given = new Set([...Object.keys(bind), ...Object.keys(fixed), ...form.map(({ apiName }) => apiName), ...keyed]);
  const wanted = [...(of === 'list' ? params : []), ...required];
  const reply = (declared.reply as Partial<TObject>).properties ?? {};
  return [
    ...[...given]
      .filter((name) => !params.includes(name) && !(name in properties))
      .map((name) => `接口没有参数“${name}”`),
    ...wanted.filter((name) => !given.has(name)).map((name) => `缺少接口需要的参数“${name}”`),
    ...form
      .filter((field) => field.apiName in properties && isUnfit(field, properties[field.apiName] as TSchema))
      .map(({ label }) => `“${label}”的范围与接口不同`),
    ...(shows === undefined || shows in reply ? [] : [`接口的结果没有“${shows}”`]),
  ];
}

function conditionProblems(object: ObjectDefinition, { when }: ObjectAction): string[] {
  if (when === undefined) return [];
  try {
    parseCondition({ fields: liveFields(object) }, when);
    return [];
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return [error.message];
  }
}

/** What is wrong with an action of a system object. */
export function actionProblems(object: ObjectDefinition, action: ObjectAction): Problem[] {
  const unknown = actionFields([action]).filter((name) => !findField(object, name));
  const problems = [
    ...shapeProblems(action),
    ...(action.route === undefined ? [] : routeProblems(action, action.route)),
    ...unknown.map((name) => `没有字段“${name}”`),
    ...(unknown.length > 0 ? [] : conditionProblems(object, action)),
  ];
  return problems.map((message) => ({ field: 'actions', message: `操作“${action.label}”：${message}` }));
}
