import { BINDINGS } from '#schemas/bindings.ts';
import { FIELD_NAME_SOURCE, RESERVED_FIELD_NAMES } from '#schemas/metadata/names.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { formerNames } from '#generators/former-names.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isSystem } from '#generators/object.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { comparesIn } from '#server/core/catalog/other-uses.ts';
import { workUnderWay } from './rename-queries.ts';
import type { Renaming } from '#generators/language/renamed-definition.ts';

const refuse = (field: string, message: string): never => {
  throw new Failure('INVALID_METADATA', message, [{ field, message }]);
};

/** A field that is there, and a name that is free and not one of the system. @throws Failure INVALID_METADATA */
export function refuseRenaming(
  object: ObjectDefinition,
  { from, to }: Renaming,
  others: readonly ObjectDefinition[],
): void {
  const field = object.fields.find(({ apiName, removed }) => apiName === from && removed !== true);
  if (!field) return refuse(from, `没有字段“${from}”`);
  if (isSystem(object)) return refuse(from, '系统对象的字段由产品提供，不能修改标识');
  // A sealed text opens at the place alone that it was sealed for, and the name is a part of that.
  if (isSealed(field)) return refuse(from, `“${field.label}”加密保存，密文与标识绑定，不能修改标识`);
  if (!new RegExp(FIELD_NAME_SOURCE, 'u').test(to))
    return refuse(to, '字段标识应以小写字母开头，只含字母和数字，最长 40 个字符');
  if (RESERVED_FIELD_NAMES.has(to)) return refuse(to, `“${to}”是系统保留的标识`);
  const holder = object.fields.find((one) => one.apiName === to || (one !== field && formerNames(one).includes(to)));
  if (holder) return refuse(to, `“${to}”已是字段“${holder.label}”的标识或曾用标识`);
  // Criteria name fields without their object: it is one of those that code knows.
  const isBound = Object.values(BINDINGS).some((binding) => binding.object === object.apiName);
  const compared = (isBound ? others : []).flatMap((other) => [
    ...comparesIn(other, from),
    ...(other.criteria ?? []).flatMap(({ subject }) => (subject === from ? [`匹配条件“${subject}”`] : [])),
  ]);
  if (compared.length > 0) refuse(from, `字段“${field.label}”正用于${compared.join('、')}，不能修改标识`);
}

/** Work that goes on by the former name must end first. @throws Failure UNAVAILABLE */
export async function refuseUnderWay(trx: Db, { label, apiName }: ObjectDefinition): Promise<void> {
  const { fills, bulk, imports, merges } = await workUnderWay(trx, apiName);
  const works = [
    [fills, '填入默认值或编号'],
    [bulk, '批量修改'],
    [imports, '导入'],
    [merges, '合并'],
  ] as const;
  const under = works.filter(([count]) => count > 0).map(([, words]) => words);
  if (under.length > 0) throw new Failure('UNAVAILABLE', `“${label}”正在进行${under.join('、')}，完成后再修改标识`);
}
