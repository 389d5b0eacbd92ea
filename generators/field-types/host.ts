const LABEL = '[\\p{L}\\p{M}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}_-]{0,61}[\\p{L}\\p{M}\\p{N}_])?';

/** A domain in any script, with a dot at least. For patterns with the flag u. */
export const DOMAIN_SOURCE = `(?:${LABEL}\\.)+${LABEL}`;

/**
 * A host with a domain, in any script, or an IPv4 address, with its port: what follows `//` of an address that others can
 * reach. For patterns with the flag u. Names and passwords before the host are none of it: they only deceive people.
 */
export const HOST_SOURCE = `${DOMAIN_SOURCE}\\.?(?::\\d{1,5})?`;

const LAST_PORT = 65_535;

const LAST_LABEL = `(?!\\d+\\.?(?:[:/?#]|$))${LABEL}`;
const OCTET = '(?:25[0-5]|2[0-4]\\d|[01]\\d\\d|\\d{1,2})';
const PORT = '(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d\\d|6[0-4]\\d{3}|[0-5]\\d{4}|\\d{1,4})';

/** HOST_SOURCE as it is when it is sound by `isHostSound`, for schemas that are checked elsewhere. */
export const SOUND_HOST_SOURCE = `(?:(?:${LABEL}\\.)+${LAST_LABEL}|(?:${OCTET}\\.){3}${OCTET})\\.?(?::${PORT})?`;

/** What the pattern of a host cannot say: its port exists, and a host of numbers is an IPv4 address. */
export function isHostSound(url: string): boolean {
  const [, host = '', port = '0'] = /^https?:\/\/([^\s/?#:]+)(?::(\d+))?/.exec(url) ?? [];
  if (Number(port) > LAST_PORT) return false;
  const labels = host.replace(/\.$/, '').split('.');
  if (!/^\d+$/.test(labels.at(-1) ?? '')) return true;
  return labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label) && Number(label) < 256);
}
