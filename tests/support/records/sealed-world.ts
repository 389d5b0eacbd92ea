import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { FIELD_TYPES } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { canSeal } from '#generators/field-types/sealed.ts';

/** Every type whose values may be kept encrypted. */
export const SEALABLE: readonly FieldTypeName[] = FIELD_TYPES.filter((type) => canSeal(fieldType({ type })));

/** A value of each of them that is nowhere else, so that it is found wherever it leaks to. */
export const SECRETS: Readonly<Record<string, string>> = {
  text: 'weixin-zq7731',
  longText: '住在鲸鱼路 77 号\n下午再打',
  url: 'https://secret.example.com/zq7731',
  phone: '+8619900000731',
  email: 'zq7731@example.com',
};
/** Others, for a change. */
export const OTHER_SECRETS: Readonly<Record<string, string>> = {
  text: 'weixin-qz1377',
  longText: '搬到鲸鱼路 78 号',
  url: 'https://secret.example.com/qz1377',
  phone: '+8619900000137',
  email: 'qz1377@example.com',
};

export const sealedName = (type: string): string => `${type}Sealed`;

/** Values of the sealed fields. */
export const sealedValues = (secrets: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(SEALABLE.map((type) => [sealedName(type), secrets[type] ?? '']));

/** An object with a sealed field of every type; every user may open the record of every other user. */
export function sealedObject(isSealed = true, more: Partial<ObjectDefinition> = {}): ObjectDefinition {
  const fields: FieldDefinition[] = [
    { apiName: 'title', type: 'text', label: '名称' },
    { apiName: 'place', type: 'text', label: '地点' },
    ...SEALABLE.map((type): FieldDefinition => ({
      apiName: sealedName(type),
      type,
      label: `密${fieldType({ type }).label}`,
      ...(isSealed && { config: { sealed: true } }),
    })),
  ];
  const names = fields.map((field) => field.apiName);
  return {
    apiName: 'Secretive',
    label: '有密的对象',
    version: 1,
    nameField: 'title',
    fields,
    rules: [],
    layouts: {
      list: { columns: ['title', 'place'], filters: ['place'], sort: [{ field: 'title', order: 'asc' }] },
      detail: { sections: [{ label: '全部', fields: names }], related: [] },
      form: { sections: [{ label: '全部', fields: names }] },
    },
    access: { list: 'member', detail: 'member', create: 'member', edit: 'member' },
    ...more,
  };
}
