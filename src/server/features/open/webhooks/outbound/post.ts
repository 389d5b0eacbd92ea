import { lookup as resolve } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

/** What became of an attempt: the status that was answered, or why there is none. */
export interface Outcome {
  readonly status: number | null;
  readonly problem: string | null;
}

/** How messages leave. Tests send to this machine, which nothing else may. */
export interface Outbound {
  readonly isHttpAllowed: boolean;
  readonly isAllowed: (address: string) => boolean;
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** From the look-up of the name to the status of the answer. */
  readonly timeoutMs: number;
}

const TIMEOUT_MS = 10_000;
/** Of an answer that nothing is read from. */
const MAX_ANSWER = 64 * 1024;

/** To the open internet alone, by https. */
export const PUBLIC_OUTBOUND: Outbound = {
  isHttpAllowed: false,
  isAllowed: isPublicAddress,
  resolve: async (host) => (await resolve(host, { all: true })).map(({ address }) => address),
  timeoutMs: TIMEOUT_MS,
};

const CLOSED = '地址不属于公网，不能发送';

class Refused extends Error {}

/** Why nothing may be sent to an address, as far as the address itself says; null where it may. */
export function addressRefusal(text: string, outbound: Outbound): string | null {
  const url = URL.parse(text);
  if (!url) return '不是网址';
  if (url.protocol !== 'https:' && !(outbound.isHttpAllowed && url.protocol === 'http:'))
    return '地址须以 https:// 开头';
  if (url.username !== '' || url.password !== '') return '地址中不能带用户名或密码';
  const host = hostOf(url);
  if (isIP(host) !== 0 && !outbound.isAllowed(host)) return CLOSED;
  return null;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** The addresses of a name, if none of them is closed: a name that leads to both kinds may lead to either the next time. */
async function allowedAddresses(host: string, { isAllowed, resolve: find }: Outbound): Promise<readonly string[]> {
  const all = isIP(host) === 0 ? await find(host) : [host];
  if (all.length === 0) throw new Refused('域名没有对应的地址');
  if (!all.every(isAllowed)) throw new Refused(CLOSED);
  return all;
}

/** The connection goes to one of these addresses, whatever the name means by then. */
const pinnedTo = (addresses: readonly string[]): LookupFunction =>
  function pinned(_host, options, callback) {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all === true) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family ?? 0);
  };

/**
 * Sends a message once. Leads of an answer elsewhere are not followed, and of what is answered only the status counts. Never
 * rejects: what went wrong is part of the outcome.
 */
export async function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  outbound: Outbound,
): Promise<Outcome> {
  const refused = addressRefusal(address, outbound);
  if (refused !== null) return { status: null, problem: refused };
  const signal = AbortSignal.timeout(outbound.timeoutMs);
  try {
    const status = await Promise.race([send(new URL(address), headers, body, outbound, signal), aborted(signal)]);
    return { status, problem: null };
  } catch (error) {
    return { status: null, problem: problemOf(error, signal) };
  }
}

/** A look-up that hangs cannot be ended, only left. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Refused('超时')), { once: true });
  });

async function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<number> {
  const addresses = await allowedAddresses(hostOf(url), outbound);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve: settle, reject } = Promise.withResolvers<number>();
  const sent = request(url, {
    method: 'POST',
    agent: false,
    lookup: pinnedTo(addresses),
    signal,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  });
  sent.on('socket', (socket) =>
    socket.once('connect', () => {
      // Whatever chose it: where the connection leads is what counts.
      if (!outbound.isAllowed(socket.remoteAddress ?? '')) sent.destroy(new Refused(CLOSED));
    }),
  );
  sent.on('error', reject);
  sent.on('response', (answer) => {
    settle(answer.statusCode ?? 0);
    // Beside what waits: the rest is taken, so that the other side can end in good order, and thrown away.
    let length = 0;
    answer.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_ANSWER) sent.destroy();
    });
    answer.on('error', () => undefined);
  });
  sent.end(body);
  return promise;
}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名暂时无法解析',
  ECONNREFUSED: '对方拒绝连接',
  ECONNRESET: '连接被对方中断',
  ETIMEDOUT: '连接超时',
  EHOSTUNREACH: '无法到达对方',
  CERT_HAS_EXPIRED: '证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '证书不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '证书不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '证书不受信任',
  ERR_TLS_CERT_ALTNAME_INVALID: '证书与域名不符',
};

function problemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return '超时';
  if (error instanceof Refused) return error.message;
  const code = String((error as { code?: unknown }).code ?? '');
  return WORDS[code] ?? (code.startsWith('HPE_') ? '对方的回答不是 HTTP' : '发送失败');
}
