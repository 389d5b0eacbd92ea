import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Outbound } from '#server/features/open/webhooks/outbound/post.ts';

/** To this machine, which tests alone may. */
export const HERE: Outbound = {
  isHttpAllowed: true,
  isAllowed: (address) => address === '127.0.0.1',
  resolve: async () => ['127.0.0.1'],
  timeoutMs: 10_000,
};

/** A message as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse) => void;

export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);
/** Takes the message and says nothing. */
export const stalling: Answer = () => undefined;
/** Says something that is no HTTP. */
export const talkingGarbage: Answer = (response) => response.socket?.end('220 mail.example ready\r\n');
/** Hangs up. */
export const hangingUp: Answer = (response) => response.socket?.destroy();

/** A receiver on this machine that behaves as well or as badly as it is asked to. */
export class HookReceiver {
  readonly received: Received[] = [];
  answer: Answer = answering(204);
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<HookReceiver> {
    const server = createServer();
    const receiver = new HookReceiver(server);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        receiver.received.push({ path: request.url ?? '', headers: request.headers, body });
        receiver.answer(response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
