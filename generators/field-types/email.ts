import { DOMAIN_SOURCE } from './host.ts';
import { DEFAULT_MAX_LENGTH } from './parts.ts';
import { shapedText } from './shaped-text.ts';

/** An e-mail address. */
export const email = shapedText({
  type: 'email',
  label: '邮箱',
  pattern: `^[^\\s@]+@${DOMAIN_SOURCE}$`,
  format: 'email-address',
  maxLength: DEFAULT_MAX_LENGTH,
});
