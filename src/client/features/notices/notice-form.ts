import type { BodyOf } from '#schemas/api/route.ts';
import type { NoticeAudience } from '#schemas/api/notices.ts';
import {
  FEED_TYPES,
  MAX_NOTICE,
  MAX_NOTICE_TITLE,
  type sendStaffNotice,
  SYSTEM_TYPES,
} from '#schemas/generated/api/notices.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { systemAccountName } from '#shared/chat/system-accounts.ts';
import { KINDS_OF_PEOPLE } from '#shared/policy/kinds-of-people.ts';

/** What staff call the system accounts. */
const ACCOUNTS = FEED_TYPES.map((type) => ({ value: String(type), label: systemAccountName(type, '平台') }));
const AUDIENCES = [
  { value: 'one', label: '一个人' },
  { value: 'segment', label: '一类人' },
  { value: 'all', label: '所有人' },
];
const KINDS = KINDS_OF_PEOPLE.map(({ kind, label }) => ({
  value: kind,
  label: kind === 'member' ? `${label}（未认证且非 SVIP）` : label,
}));

/** What staff write of a notice; each field is called as the route calls it. */
export const NOTICE_FIELDS: readonly FieldDefinition[] = [
  {
    apiName: 'type',
    type: 'select',
    label: '发送账号',
    required: true,
    selectOptions: ACCOUNTS,
    config: { default: String(SYSTEM_TYPES.notice) },
  },
  {
    apiName: 'audience',
    type: 'select',
    label: '发送给',
    required: true,
    selectOptions: AUDIENCES,
    config: { default: 'one' },
  },
  {
    apiName: 'uid',
    type: 'reference',
    label: '接收人',
    targetApiName: 'User',
    config: { placeholder: '姓名、用户名、UID 或完整手机号' },
  },
  {
    apiName: 'kinds',
    type: 'multiSelect',
    label: '人群',
    selectOptions: KINDS,
    config: { help: '可多选，按打开消息时的身份' },
  },
  { apiName: 'title', type: 'text', label: '标题', required: true, maxLength: MAX_NOTICE_TITLE },
  { apiName: 'content', type: 'longText', label: '内容', required: true, maxLength: MAX_NOTICE },
  {
    apiName: 'link',
    type: 'text',
    label: '链接',
    maxLength: 300,
    config: { placeholder: '/vip', help: '选填，本平台的路径，以 / 开头' },
  },
];

const only = (target: string, audience: NoticeAudience): Rule[] =>
  (['visible', 'required'] as const).map((kind) => ({
    id: `${target}-${kind}`,
    kind,
    target,
    rule: `self.audience == '${audience}'`,
  }));
export const NOTICE_RULES: readonly Rule[] = [...only('uid', 'one'), ...only('kinds', 'segment')];

export type WrittenNotice = Omit<BodyOf<typeof sendStaffNotice>, 'key'>;

/** What the form holds, as the route takes it. */
export function noticeOf(values: Readonly<Record<string, unknown>>): WrittenNotice {
  const { type, uid, ...rest } = values as Omit<WrittenNotice, 'type' | 'uid'> & { type: string; uid?: ReferenceValue };
  return { ...rest, type: Number(type) as WrittenNotice['type'], ...(uid && { uid: uid.id }) };
}

const labelOf = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** By which account a notice to many goes out, and to whom. */
export const sendingWords = ({ type, audience, kinds = [] }: WrittenNotice): string =>
  `将以“${labelOf(ACCOUNTS, String(type))}”发送给${
    audience === 'all'
      ? '所有人'
      : KINDS_OF_PEOPLE.filter(({ kind }) => kinds.includes(kind))
          .map(({ label }) => label)
          .join('、')
  }`;
