import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What the client receives to do; one JSON text as its argument. */
export interface LoadOrder {
  readonly port: number;
  readonly path: string;
  readonly cookie: string;
  /** Sent to the path in turn; none where it is only read. */
  readonly bodies: readonly string[];
  /** Read in turn instead, behind the path. */
  readonly reads?: readonly string[];
  readonly connections: number;
  /** It ends sooner when it is asked to by SIGTERM. */
  readonly seconds: number;
  /** What a connection waits between an answer and its next request, in milliseconds. */
  readonly pauseMs?: number;
}

/** What it measured, in milliseconds; `cpu` is its own share of one core, from 0 to 1. */
export interface LoadReport {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failed: number;
  readonly bytes: number;
  readonly cpu: number;
}

/**
 * Sends requests over keep-alive connections, each when the one before is answered. It speaks just enough HTTP for
 * that, because a full client would take a third of the machine that is being measured.
 */
async function load(order: LoadOrder): Promise<LoadReport> {
  const { port, path, cookie, bodies, reads = [], connections, seconds, pauseMs = 0 } = order;
  const head = `Host: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n`;
  const requests = [
    ...bodies.map((body) => {
      const length = Buffer.byteLength(body);
      const about = `Content-Type: application/json\r\nContent-Length: ${length}\r\n`;
      return Buffer.from(`POST ${path} HTTP/1.1\r\n${head}${about}\r\n${body}`);
    }),
    ...reads.map((rest) => Buffer.from(`GET ${path}${rest} HTTP/1.1\r\n${head}\r\n`)),
  ];
  const times: number[] = [];
  let [sent, failed, bytes] = [0, 0, 0];
  const from = performance.now();
  let until = from + seconds * 1000;
  process.once('SIGTERM', () => (until = 0));
  const cpuFrom = process.cpuUsage();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      while (performance.now() < until) {
        const started = performance.now();
        const answer = await exchange(socket, requests[(sent += 1) % requests.length] ?? Buffer.alloc(0));
        times.push(performance.now() - started);
        bytes += answer.length;
        if (!answer.startsWith('HTTP/1.1 200')) failed += 1;
        if (pauseMs > 0) await wait(pauseMs);
      }
      socket.destroy();
    }),
  );
  const elapsed = performance.now() - from;
  const { user, system } = process.cpuUsage(cpuFrom);
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return {
    perSecond: times.length / (elapsed / 1000),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failed,
    bytes: bytes / times.length,
    cpu: (user + system) / 1000 / elapsed,
  };
}

function exchange(socket: Socket, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let end = 0;
    const receive = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (end === 0) {
        const head = text.indexOf('\r\n\r\n');
        const length = /content-length: (\d+)/i.exec(text)?.[1];
        if (head >= 0 && length !== undefined) end = head + 4 + Number(length);
      }
      if (end === 0 || text.length < end) return;
      socket.off('data', receive).off('error', reject);
      resolve(text);
    };
    socket.on('data', receive).on('error', reject);
    socket.write(request);
  });
}

console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? '{}') as LoadOrder)));
