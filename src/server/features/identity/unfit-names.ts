import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import { hasHidden, organisationPassesForPlatform } from '#shared/policy/display-names.ts';

/**
 * Refuses what would be shown to others as a name and is none: single-line texts with invisible characters, and a name
 * of the platform itself.
 * @throws Failure INVALID_BODY naming the field
 */
export function refuseUnfitNames(
  { fields, nameField }: ObjectDefinition,
  values: Readonly<Record<string, unknown>>,
  productName: string,
): void {
  for (const field of fields) {
    const { apiName, label } = field;
    const value = values[apiName];
    if (fieldType(field).freeText !== 'line' || typeof value !== 'string') continue;
    if (hasHidden(value)) refuse(apiName, `${label}含有不可见的字符，请重新输入`);
    if (apiName === nameField && organisationPassesForPlatform(value, productName))
      refuse(apiName, `${label}不能使用平台或系统账号的名称`);
  }
}

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}
