import { Failure } from '#shared/errors.ts';
import type { ChatMessage, ChatModel, ModelReply, OfferedTool, ToolCall } from './chat-model.ts';

export interface OpenAiOptions {
  /** Address before `/chat/completions`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly dailyQuestions: number;
}

/** Tokens of one reply, and bytes that are read of it. */
const MOST_TOKENS = 1500;
const MOST_BYTES = 256 * 1024;
/** Characters of what a model says that are looked at. */
const MOST_TEXT = 8000;
const MOST_CALLS = 8;

const down = (message: string): never => {
  throw new Failure('UNAVAILABLE', message);
};

function wordsOf(status: number): string {
  if (status === 401 || status === 403) return '模型服务拒绝了本站的请求，请联系管理员';
  if (status === 429) return '模型服务繁忙，请稍后再试';
  return `模型服务出错（${status}）`;
}

/** The whole of a reply, which ends at a bound whatever the other side goes on to send. */
async function boundedText(reply: Response): Promise<{ text: string; bytes: number }> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of reply.body ?? []) {
    bytes += (part as Uint8Array).byteLength;
    if (bytes > MOST_BYTES) down('模型服务的回复过长');
    parts.push(part as Uint8Array);
  }
  return { text: Buffer.concat(parts).toString('utf8'), bytes };
}

type Loose = Readonly<Record<string, unknown>>;
const loose = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function callOf(value: unknown, at: number): ToolCall {
  const { id, function: called } = loose(value);
  const { name, arguments: input } = loose(called);
  return { id: text(id).slice(0, 100) || `call_${at}`, name: text(name).slice(0, 100), input: text(input) };
}

/** @throws Failure UNAVAILABLE for anything that is no completion */
function readReply(body: string, bytes: number): ModelReply {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return down('模型服务的回复无法读取');
  }
  const { choices, usage } = loose(parsed);
  const { message } = loose(Array.isArray(choices) ? choices[0] : undefined);
  if (typeof message !== 'object' || message === null) return down('模型服务的回复无法读取');
  const { content, tool_calls: calls } = loose(message);
  const tokens = loose(usage)['total_tokens'];
  return {
    text: text(content).slice(0, MOST_TEXT),
    calls: Array.isArray(calls) ? calls.slice(0, MOST_CALLS).map(callOf) : [],
    tokens: typeof tokens === 'number' && tokens > 0 ? tokens : 0,
    bytes,
  };
}

/**
 * A model by the chat completions of OpenAI, which many services and local programs speak. Only the configured address is
 * asked: a redirection is refused, since it would carry the key and the data elsewhere.
 */
export function openAiModel({ url, model, key, dailyQuestions }: OpenAiOptions): ChatModel {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`;
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const bodyOf = (messages: readonly ChatMessage[], tools: readonly OfferedTool[]) =>
    JSON.stringify({
      model,
      messages,
      temperature: 0,
      max_tokens: MOST_TOKENS,
      stream: false,
      ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    });
  return {
    dailyQuestions,
    complete: async (messages, tools, signal) => {
      try {
        const body = bodyOf(messages, tools);
        const reply = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' });
        if (!reply.ok) {
          await reply.body?.cancel();
          return down(wordsOf(reply.status));
        }
        const { text: said, bytes } = await boundedText(reply);
        return readReply(said, bytes);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Failure) throw error;
        // What the error says may name the address.
        return down('连接不上模型服务');
      }
    },
  };
}
