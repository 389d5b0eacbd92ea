/** A number as it is typed, with the calling code chosen for it. */
export interface PhoneEntry {
  readonly countryCode: string;
  readonly phone: string;
}

const MAINLAND = '86';

/** What is wrong with a number at first sight; the server has the last word. */
export function numberProblem({ countryCode, phone }: PhoneEntry): string | undefined {
  const digits = phone.replace(/[\s-]/g, '');
  if (digits === '') return '请输入手机号';
  const isRight = countryCode === MAINLAND ? /^1\d{10}$/.test(digits) : /^\d{4,14}$/.test(digits);
  return isRight ? undefined : '手机号格式不正确';
}
