import { connect, type Socket } from 'node:net';

/** A connection that speaks just enough HTTP: one request, one answer. */
export class Line {
  readonly #socket: Socket;
  #text = '';
  #done: ((answer: string) => void) | undefined;

  constructor(port: number, localAddress?: string) {
    this.#socket = connect({ port, host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) });
    this.#socket.setNoDelay(true);
    // The bytes as they came: lengths are counted in them.
    this.#socket.setEncoding('latin1').on('data', (chunk: string) => this.#hear(chunk));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => this.#done?.(''));
  }

  /** The whole answer with its head; empty when the server went away. */
  async get(path: string, cookie: string): Promise<string> {
    return this.#ask(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`);
  }

  async post(path: string, cookie: string, body: string): Promise<string> {
    const length = Buffer.byteLength(body);
    return this.#ask(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
  }

  close(): void {
    this.#socket.destroy();
  }

  async #ask(request: string): Promise<string> {
    if (this.#socket.destroyed) return '';
    this.#text = '';
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#socket.write(request);
    });
  }

  #hear(chunk: string): void {
    this.#text += chunk;
    const head = this.#text.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(this.#text)?.[1];
    if (head < 0 || length === undefined || this.#text.length < head + 4 + Number(length)) return;
    this.#done?.(this.#text);
  }
}
