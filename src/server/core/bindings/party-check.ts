import { fieldType } from '#generators/field-types/registry.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Problem } from '#shared/errors.ts';

const COMPANY = BINDINGS.company.object;

/** A record leads to the users who speak for a company only where it is a company or names one. */
export function partyProblems({ apiName, fields, party }: ObjectDefinition): Problem[] {
  if (!party) return [];
  const { kind, via } = party;
  const field = fields.find((candidate) => candidate.apiName === via);
  if (kind === 'investor') return via === undefined ? [] : [{ field: via, message: '联系人为投资人时，不能经由字段' }];
  if (via === undefined)
    return apiName === COMPANY ? [] : [{ field: 'party', message: '联系人为代表企业的用户时，请选择指向企业的字段' }];
  if (!field || (fieldType(field).kind === 'link' && field.targetApiName === COMPANY)) return [];
  return [{ field: via, message: `字段“${field.label}”没有指向企业，不能用来寻找联系人` }];
}
