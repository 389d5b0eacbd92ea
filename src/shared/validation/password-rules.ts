/** Shortest and longest password, in characters. */
export const PASSWORD_LENGTH = { least: 10, most: 64 } as const;

/** What is said of a password that is among those tried first everywhere; only the server has the list. */
export const COMMON_PASSWORD = '这个密码太常见，请换一个';

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u];

/** What the password may not contain: whose it is. */
export interface PasswordOwner {
  readonly username?: string | undefined;
  /** E.164. */
  readonly phone?: string | undefined;
}

/** Digits of a number by which people know it: without the calling code of the mainland. */
const knownDigits = (phone: string): string => phone.replace(/^\+86/, '').replace(/\D/g, '');

/** How many kinds of characters a password has: small letters, capitals, digits, signs. */
export const kindsOfCharacters = (password: string): number => KINDS.filter((kind) => kind.test(password)).length;

/**
 * What is wrong with a password that is to be set, in words; null when nothing is. Both sides ask it, and the server asks
 * isCommonPassword as well. A password of earlier, when shorter ones were taken, still opens its account.
 */
export function passwordProblem(password: string, { username = '', phone = '' }: PasswordOwner = {}): string | null {
  const length = [...password].length;
  const { least, most } = PASSWORD_LENGTH;
  if (length < least || length > most) return `密码长度应为 ${least} 到 ${most} 个字符`;
  if (kindsOfCharacters(password) < 2) return '密码至少包含大写字母、小写字母、数字、符号中的两种';
  const folded = password.toLowerCase();
  const name = username.toLowerCase();
  if (name !== '' && (folded === name || (name.length >= 4 && folded.includes(name)))) return '密码不能包含用户名';
  const digits = knownDigits(phone);
  // Signs between the digits do not hide them.
  const isNumber = digits !== '' && folded.replace(/[^\p{L}\p{N}]/gu, '').includes(digits);
  return isNumber ? '密码不能包含手机号' : null;
}
