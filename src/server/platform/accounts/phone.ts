import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { Failure } from '#shared/errors.ts';

/** Country code of the mainland: numbers typed without one are of there. */
const HOME_COUNTRY_CODE = '86';

/** What people type a number with. */
const TYPED = /^\+?[\d\s()-]+$/;
/** Kinds of numbers that may get a text message; in some countries mobile numbers look like all others. */
const MOBILE_TYPES = new Set<string | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/** Numbers that samples and tests use: of the mainland's form, but in a range that is never assigned. */
const SAMPLE_NUMBER = /^\+861990000\d{4}$/;

/**
 * A mobile number in E.164 (`+8619900000001`), from what a person typed and the country code beside it.
 * @throws Failure INVALID_BODY naming `field` when no mobile phone can have that number.
 */
export function mobileNumber(typed: string, countryCode: string = HOME_COUNTRY_CODE, field = 'phone'): string {
  const local = typed.trim().startsWith('+') ? typed : `+${countryCode.replace(/^\+/, '')}${typed}`;
  const number = TYPED.test(typed.trim()) ? parsePhoneNumberFromString(local.replace(/[\s()-]/g, '')) : undefined;
  const isMobile = number?.isValid() && MOBILE_TYPES.has(number.getType());
  if (number && (isMobile || SAMPLE_NUMBER.test(number.number))) return number.number;
  const message = '手机号格式不正确';
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}

/** As `mobileNumber`, but undefined where the text is no number: a sign-in name may be either. */
export function mobileNumberOrNone(typed: string): string | undefined {
  try {
    return mobileNumber(typed.trim());
  } catch {
    return undefined;
  }
}
