import { ROLE_LABELS } from '#schemas/metadata/role.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Problem } from '#shared/errors.ts';

/** What is wrong with the roles that an object chooses: an audience without one would be closed to all but staff. */
export function audienceProblems({ access, layouts }: ObjectDefinition): Problem[] {
  const { list, detail, create, edit, roles = [] } = access;
  const { related, charts = [] } = layouts.detail;
  const audiences = [list, detail, create, edit, ...[...related, ...charts].map(({ audience }) => audience)];
  const unknown = roles.filter((role) => !Object.hasOwn(ROLE_LABELS, role));
  const problem = (message: string): Problem => ({ field: 'access.roles', message });
  return [
    ...(audiences.includes('roles') && roles.length === 0 ? [problem('权限选了“指定身份”，请选择是哪些身份')] : []),
    ...unknown.map((role) => problem(`没有身份“${role}”`)),
  ];
}
