import { MAX_INTRO, MAX_PERSON_NAME, MIN_PERSON_NAME } from '#schemas/generated/api/profile.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

const FIELDS: FieldDefinition[] = [
  {
    apiName: 'avatar',
    type: 'image',
    label: '头像',
    config: {
      accept: 'image/png,image/jpeg,image/webp',
      maxSize: 5 * 1024 * 1024,
      help: '建议使用正方形图片，不超过 5 MB',
    },
  },
  {
    apiName: 'name',
    type: 'text',
    label: '姓名',
    required: true,
    minLength: MIN_PERSON_NAME,
    maxLength: MAX_PERSON_NAME,
    config: { help: '其他用户看到的名字' },
  },
  {
    apiName: 'intro',
    type: 'longText',
    label: '个人简介',
    maxLength: MAX_INTRO,
    config: { placeholder: '从事的工作、关注的方向、希望结识的人' },
  },
];

/**
 * The profile of a user, in the language of metadata so that one form library draws and checks it. The account is
 * no object: see docs/decisions.
 */
export const PROFILE_FORM: ObjectDefinition = {
  apiName: 'Profile',
  label: '个人资料',
  version: 1,
  nameField: 'name',
  fields: FIELDS,
  layouts: {
    list: { columns: ['name'], filters: [], sort: [] },
    detail: { sections: [], related: [] },
    form: { sections: [{ label: '公开资料', fields: ['avatar', 'name', 'intro'], columns: 1 }] },
  },
  rules: [],
  access: { list: 'owner', detail: 'owner', create: 'owner', edit: 'owner' },
};
