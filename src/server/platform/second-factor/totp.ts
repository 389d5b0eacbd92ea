import { Secret, TOTP } from 'otpauth';

/** As every authenticator app takes them: RFC 6238 with SHA-1, six digits, thirty seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const STEP_MS = SHAPE.period * 1000;
/** A code of the step before or after is good as well: clocks differ, and typing takes time. */
const STEPS_AROUND = 1;
const SECRET_BYTES = 20;

const totpOf = (secret: string, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({ ...SHAPE, ...names, secret: Secret.fromBase32(secret) });

/** A secret as it is typed into an app: Base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The step of time, counted from 1970, whose code this is; undefined where it is of none that is near enough. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: STEPS_AROUND });
  return delta === null ? undefined : Math.floor(now.getTime() / STEP_MS) + delta;
}

/** The address that an app reads from a picture. */
export const secretAddress = (secret: string, names: { readonly issuer: string; readonly label: string }): string =>
  totpOf(secret, names).toString();
