/** Shortest and longest password, in characters. */
export const PASSWORD_LENGTH = { least: 8, most: 64 } as const;

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u];

/** Those that are tried first everywhere, in lower case; passwords of one kind of character are refused before these. */
const WORST = new Set(
  `password1 password12 password123 password! passw0rd p@ssword p@ssw0rd pass1234 admin123 admin1234 admin@123 root1234
   test1234 user1234 welcome1 welcome123 letmein1 changeme1 iloveyou1 monkey123 dragon123 abc12345 abc123456 abcd1234
   abcd12345 1234abcd 12345abc 123456abc 123abc456 a1234567 a12345678 a123456789 aa123456 aa12345678 aaa123456 aa111111
   a11111111 1234567a 12345678a 123456789a 1234567890a 123456aa q1w2e3r4 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz@wsx qaz123456
   qwer1234 qwe123456 1234qwer 123qweasd qwerty12 qwerty123 qwerty1234 asd123456 asdf1234 zxcv1234 zxc123456 woaini520
   woaini123 woaini1314 5201314a a5201314 520520aa z123456789 x123456789 w123456789 l123456789 wang1234 zhang123 li123456`
    .split(/\s+/)
    .filter(Boolean),
);

/** What the password may not contain: whose it is. */
export interface PasswordOwner {
  readonly username?: string | undefined;
  /** E.164. */
  readonly phone?: string | undefined;
}

/** Digits of a number by which people know it: without the calling code of the mainland. */
const knownDigits = (phone: string): string => phone.replace(/^\+86/, '').replace(/\D/g, '');

/** What is wrong with a password that is to be set, in words; null when nothing is. */
export function passwordProblem(password: string, { username = '', phone = '' }: PasswordOwner = {}): string | null {
  const length = [...password].length;
  const { least, most } = PASSWORD_LENGTH;
  if (length < least || length > most) return `密码长度应为 ${least} 到 ${most} 个字符`;
  if (KINDS.filter((kind) => kind.test(password)).length < 2)
    return '密码至少包含大写字母、小写字母、数字、符号中的两种';
  const folded = password.toLowerCase();
  const name = username.toLowerCase();
  if (name !== '' && (folded === name || (name.length >= 4 && folded.includes(name)))) return '密码不能包含用户名';
  const digits = knownDigits(phone);
  if (digits !== '' && folded.includes(digits)) return '密码不能包含手机号';
  return WORST.has(folded) ? '这个密码太常见，请换一个' : null;
}
