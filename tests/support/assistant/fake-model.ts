import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatModel } from '#server/platform/providers/model/chat-model.ts';
import { openAiModel } from '#server/platform/providers/model/openai-model.ts';

/** A request as the service gets it. */
export interface Received {
  readonly authorization: string | undefined;
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
  /** The whole request, as it travelled. */
  readonly raw: string;
}

/** What the service does with a request; `round` counts from 1. */
export type Script = (request: Received, round: number, response: ServerResponse) => void;

/** A language model that follows a script: a real server that speaks chat completions. */
export interface FakeModel {
  readonly url: string;
  readonly model: ChatModel;
  readonly received: Received[];
  script: Script;
  readonly close: () => Promise<void>;
}

export const FAKE_KEY = 'key-of-the-fake-model';

const completion = (message: object): string =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', ...message } }], usage: { total_tokens: 100 } });

function sendJson(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(body);
}

/** Says some words. */
export const says = (response: ServerResponse, content: string): void => sendJson(response, completion({ content }));

/** Asks for tools, each with its input. */
export const asks = (response: ServerResponse, ...calls: readonly (readonly [name: string, input: unknown])[]): void =>
  sendJson(
    response,
    completion({
      content: null,
      tool_calls: calls.map(([name, input], at) => ({
        id: `call_${at}`,
        type: 'function',
        function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
      })),
    }),
  );

/** Asks for one tool, then says some words. */
export const asksThenSays =
  (name: string, input: unknown, words: string | ((results: string) => string)): Script =>
  ({ messages }, round, response) => {
    if (round === 1) return asks(response, [name, input]);
    const results = messages.flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : [])).join('\n');
    return says(response, typeof words === 'string' ? words : words(results));
  };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

export async function openFakeModel(dailyQuestions = 100_000): Promise<FakeModel> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((raw) => {
      const { messages, tools } = JSON.parse(raw) as Pick<Received, 'messages' | 'tools'>;
      const one = { authorization: request.headers.authorization, messages, tools, raw };
      received.push(one);
      fake.script(one, messages.filter(({ role }) => role === 'assistant').length + 1, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const fake: FakeModel = {
    url,
    model: openAiModel({ url, model: 'fake', key: FAKE_KEY, dailyQuestions }),
    received,
    script: (_, __, response) => says(response, ''),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}
