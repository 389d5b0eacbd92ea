import { isIP } from 'node:net';

const LOCAL = [/^127\./, /^10\./, /^192\.168\./, /^172\.(?:1[6-9]|2\d|3[01])\./, /^\[(?:::1|f[cd][\da-f]{2}:.*)\]$/i];

/** Is a host on this machine or in a private network: by its number, as localhost, or a name without a dot? */
const isNear = (host: string): boolean =>
  LOCAL.some((pattern) => pattern.test(host)) ||
  (isIP(host) === 0 && !host.includes('.') && !host.startsWith('[')) ||
  host.endsWith('.localhost');

/** Why an address cannot be that of a model service; undefined where it can. */
export function addressFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return '应为 http 或 https 网址（如 https://api.example.com/v1）';
  if (url.username !== '' || url.password !== '') return '不能含有用户名或密码，密钥请放在 ASSISTANT_KEY';
  if (url.search !== '' || url.hash !== '') return '不能含有 ? 或 #';
  if (url.protocol === 'http:' && !isNear(url.hostname)) return '在内网以外必须使用 https';
  return undefined;
}
