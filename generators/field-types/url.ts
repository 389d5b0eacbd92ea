import type { FieldType } from './field-type.ts';
import { HOST_SOURCE } from './host.ts';
import { DEFAULT_MAX_LENGTH } from './parts.ts';
import { shapedText } from './shaped-text.ts';

/** A web address. Only http and https, so that no link of ours can run script. */
export const url: FieldType = {
  ...shapedText({
    type: 'url',
    label: '网址',
    aliases: ['链接', '网站'],
    width: 180,
    pattern: `^https?://${HOST_SOURCE}(?:[/?#][^\\s]*)?$`,
    format: 'url',
    maxLength: DEFAULT_MAX_LENGTH,
  }),
  isWebAddress: true,
  fromText: (text) => {
    const value = text.trim();
    return { value: /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}` };
  },
};
