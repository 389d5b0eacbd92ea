import { DOMAIN_SOURCE } from './host.ts';
import { DEFAULT_MAX_LENGTH } from './parts.ts';
import { shapedText } from './shaped-text.ts';
import type { FieldType } from './field-type.ts';

/** An e-mail address. */
export const email: FieldType = {
  ...shapedText({
    type: 'email',
    label: '邮箱',
    aliases: ['邮件', '电子邮件'],
    width: 180,
    mask: 'address',
    pattern: `^[^\\s@]+@${DOMAIN_SOURCE}$`,
    format: 'email-address',
    maxLength: DEFAULT_MAX_LENGTH,
  }),
  tells: (texts) => (texts.every((text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text.trim())) ? 0.6 : 0),
};
