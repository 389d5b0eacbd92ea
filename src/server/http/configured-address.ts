import { Failure } from '#shared/errors.ts';

const parsed = (text: string): URL | undefined => {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  return address && /^https?:$/.test(address.protocol) ? address : undefined;
};

/** An address on the web that a variable names; undefined where it is not set. @throws Failure naming it where it is no http address */
export function configuredAddress(name: string, text: string | undefined): URL | undefined {
  if (!text) return undefined;
  const address = parsed(text);
  if (!address) throw new Failure('UNAVAILABLE', `${name} 应为网址（如 https://example.com/），现在是“${text}”`);
  return address;
}

/**
 * The origin that a variable names, without a slash at its end; undefined where it is not set.
 * @throws Failure naming it where it is no http address, or says more than an origin does
 */
export function configuredOrigin(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  const address = parsed(text);
  if (address?.origin !== text.replace(/\/$/, ''))
    throw new Failure('UNAVAILABLE', `${name} 应为不带路径的网址（如 https://example.com），现在是“${text}”`);
  return address.origin;
}
