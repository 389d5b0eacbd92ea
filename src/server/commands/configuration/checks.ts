import { BlockList, isIP } from 'node:net';
import { KEY_SEPARATOR } from '#server/db/vault.ts';
import { serversOf } from '#server/db/writer.ts';

/** What is wrong with the text of a variable, as the end of a sentence that begins with its name; undefined when nothing. */
export type Check = (text: string) => string | undefined;

const KEY_BYTES = 32;
const MOST_PORT = 65_535;
const MOST_KEPT_DAYS = 36_500;
/** As PostgreSQL's driver reads them. */
const DATABASE_PROTOCOLS: ReadonlySet<string> = new Set(['postgres:', 'postgresql:']);
/** Names that the proxy list may have instead of addresses. */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

export const oneOf =
  (...allowed: readonly string[]): Check =>
  (text) =>
    allowed.includes(text) ? undefined : `应为 ${allowed.join('、')} 之一`;

export const wholeNumber =
  (least: number, most: number): Check =>
  (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? undefined
      : `应为 ${least} 到 ${most} 的整数`;

/** Host and port of an address to listen on; undefined where the text is none. */
export function listenPlace(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  return host === '' || Number(port) > MOST_PORT
    ? undefined
    : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

export const listenAddress: Check = (text) =>
  listenPlace(text) ? undefined : '应为监听的地址和端口，如 127.0.0.1:9464';

/** Days for which something is kept; 0 for ever. */
export const keptDays =
  (least: number): Check =>
  (text) =>
    text === '0' || wholeNumber(least, MOST_KEPT_DAYS)(text) === undefined
      ? undefined
      : `应为 ${least} 到 ${MOST_KEPT_DAYS} 的整数（天），或 0（一直保留）`;

export const timeOfDay: Check = (text) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? undefined : '应为一天中的时刻，如 03:30（北京时间）';

/** Several hosts may be named, with commas between: the servers of one cluster. */
export const databaseAddress: Check = (text) => {
  for (const server of serversOf(text)) {
    const fault = serverAddress(server);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** The addresses of a list with commas between, each of one server. */
export const addressesOf = (text: string): string[] => text.split(/,(?=\s*[a-z]+:\/\/)/i).map((each) => each.trim());

export const readAddresses: Check = (text) => {
  for (const address of addressesOf(text)) {
    if (serversOf(address).length > 1) return '中每个地址只能写一台主机（多个只读副本写成多个地址，用逗号分隔）';
    const fault = serverAddress(address);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

const serverAddress: Check = (text) => {
  if (!URL.canParse(text)) return '应为 postgres://用户:密码@主机:5432/数据库 形式的地址（多台主机之间用逗号分隔）';
  const { protocol, hostname } = new URL(text);
  if (!DATABASE_PROTOCOLS.has(protocol)) return `只支持 PostgreSQL（postgres://…），不支持 ${protocol}//`;
  return hostname === '' && !text.includes('host=') ? '没有写明数据库所在的主机' : undefined;
};

export const mailServer: Check = (text) =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)
    ? undefined
    : '应为 smtps://用户:密码@主机:465 形式的地址';

/** Several keys may be named, with commas between: the first seals, all open. */
export const secretKey: Check = (text) =>
  text
    .trim()
    .split(KEY_SEPARATOR)
    .every((key) => Buffer.from(key, 'base64').length >= KEY_BYTES)
    ? undefined
    : `应为 ${KEY_BYTES} 个字节的 base64（可用 openssl rand -base64 ${KEY_BYTES} 生成）`;

function isNetwork(text: string): boolean {
  if (NETWORK_NAMES.has(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, /^\d{1,3}$/.test(bits) ? Number(bits) : -1, version === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

export const networks: Check = (text) => {
  const wrong = text.split(',').find((each) => !isNetwork(each.trim()));
  return wrong === undefined ? undefined : `中的“${wrong.trim()}”不是地址、网段（10.0.0.0/8）或 loopback`;
};
