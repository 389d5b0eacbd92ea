import { connect, type Socket } from 'node:net';

/** What the client receives to do; one JSON text as its argument. */
export interface LoadOrder {
  readonly port: number;
  readonly path: string;
  readonly cookie: string;
  /** Sent in turn. */
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly seconds: number;
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
 * Sends requests over keep-alive connections, each as soon as the one before is answered. It speaks just enough HTTP for
 * that, because a full client would take a third of the machine that is being measured.
 */
async function load({ port, path, cookie, bodies, connections, seconds }: LoadOrder): Promise<LoadReport> {
  const requests = bodies.map((body) =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  );
  const times: number[] = [];
  let [sent, failed, bytes] = [0, 0, 0];
  const from = performance.now();
  const until = from + seconds * 1000;
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
