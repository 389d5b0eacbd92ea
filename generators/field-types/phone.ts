import { shapedText } from './shaped-text.ts';

/** A number to call: digits with an optional country code, extension, spaces, hyphens and brackets. */
export const phone = shapedText({
  type: 'phone',
  label: '电话',
  aliases: ['手机', '手机号'],
  width: 140,
  mask: 'number',
  pattern: '^\\+?[0-9][0-9 ()\\-]{3,}(转[0-9]{1,6})?$',
  format: 'phone',
  maxLength: 20,
});
