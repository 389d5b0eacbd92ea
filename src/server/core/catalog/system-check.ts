import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSameFragment } from '#generators/language/definition-changes.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { isSystem, liveFields } from '#generators/object.ts';
import { storageColumns, tableOf } from '#generators/storage.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { malformedAddress } from '#shared/metadata/object-address.ts';
import type { Db } from '#server/db/database.ts';
import { actionProblems } from './action-check.ts';
import { tableColumns } from './queries.ts';

/** Columns that the engine reads of every record, with their types in words of the database. */
const HEAD = {
  id: 'bigint',
  version: 'integer',
  createdAt: 'timestamp with time zone',
  updatedAt: 'timestamp with time zone',
  createdBy: 'text',
} as const;

/** How the database names our types. */
const TYPE_NAMES: Readonly<Record<string, string>> = { timestamptz: HEAD.createdAt };
export const databaseType = (sqlType: string): string => TYPE_NAMES[sqlType] ?? sqlType;

/** What is wrong with the parts of a definition that only system objects have, or that only others have. */
export function systemProblems(object: ObjectDefinition): Problem[] {
  const { source, route, actions = [] } = object;
  if (!isSystem(object)) {
    const owned = source !== undefined || object.access.rows !== undefined;
    const malformed = route === undefined ? undefined : malformedAddress(route);
    const others = actions.filter(({ of, link }) => of !== 'list' || link === undefined);
    return [
      ...(owned ? [{ field: 'kind', message: '只有系统对象可以有数据视图与可见记录' }] : []),
      ...others.map(({ label }) => ({
        field: 'actions',
        message: `操作“${label}”：只有系统对象的操作可以调用接口或用于记录，其他对象只能在列表工具栏放链接`,
      })),
      ...actionListProblems(object),
      ...(malformed === undefined ? [] : [{ field: 'route', message: malformed }]),
    ];
  }
  const formulas = liveFields(object).filter((field) => fieldType(field).kind === 'answer');
  return [
    ...(source === undefined ? [{ field: 'source', message: `系统对象“${object.label}”没有数据视图` }] : []),
    ...formulas.map(({ apiName, label }) => ({ field: apiName, message: `系统对象不能有公式字段“${label}”` })),
    ...actionListProblems(object),
  ];
}

function actionListProblems(object: ObjectDefinition): Problem[] {
  const { actions = [] } = object;
  const ids = actions.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  return [
    ...(repeated === undefined ? [] : [{ field: 'actions', message: `操作标识“${repeated}”重复` }]),
    ...actions.flatMap((action) => actionProblems(object, action)),
  ];
}

/** What the view of a system object lacks of what its definition reads, in words; empty for other objects. */
export async function viewProblems(db: Db, object: ObjectDefinition): Promise<Problem[]> {
  if (!isSystem(object)) return [];
  const view = tableOf(object);
  const actual = new Map((await tableColumns(db, view)).map(({ name, type }) => [name, type]));
  if (actual.size === 0) return [{ field: 'source', message: `数据视图“${view}”不存在` }];
  const fields = liveFields(object);
  const wanted = [
    ...Object.entries(HEAD).map(([name, type]) => ({ name, type, label: name })),
    ...fields.flatMap((field) =>
      storageColumns({ ...object, fields: [field] }).map(({ name, sqlType }) => ({
        name,
        type: databaseType(sqlType),
        label: field.label,
      })),
    ),
  ];
  return wanted.flatMap(({ name, type, label }): Problem[] => {
    const found = actual.get(name);
    if (found === type) return [];
    const problem = found === undefined ? `没有列“${name}”` : `列“${name}”是 ${found}，应为 ${type}`;
    return [{ field: name, message: `字段“${label}”：数据视图“${view}”${problem}` }];
  });
}

/** @throws Failure INVALID_METADATA where the view of a system object lacks what its definition reads. */
export async function refuseUnfitView(db: Db, object: ObjectDefinition): Promise<void> {
  const problems = await viewProblems(db, object);
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems);
}

/** What a feature owns of its object: it changes with a release only. */
export const ownedParts = ({ kind, source, route, access }: ObjectDefinition): Partial<ObjectDefinition> => ({
  ...(kind && { kind }),
  ...(source !== undefined && { source }),
  ...(route !== undefined && { route }),
  access,
});

export const movedParts = (from: ObjectDefinition, to: ObjectDefinition): boolean =>
  !isSameFragment(ownedParts(from), ownedParts(to));

/**
 * Another source would show staff any table.
 * @throws Failure INVALID_METADATA.
 */
export function refuseMovedSource(from: ObjectDefinition | undefined, to: ObjectDefinition): void {
  if (!isSystem(to) && (from === undefined || !isSystem(from))) return;
  if (from !== undefined && !movedParts(from, to)) return;
  const message = '系统对象的类别、数据视图、列表地址与权限由产品决定，不能修改';
  throw new Failure('INVALID_METADATA', message, [{ field: 'kind', message }]);
}
