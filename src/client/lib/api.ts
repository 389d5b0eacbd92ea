import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import type { BodyOf, Envelope, ParamsOf, QueryOf, ReplyOf, Call } from '#schemas/api/route.ts';
import {
  ApiFailure,
  NO_REPLY_CODE,
  TIMEOUT_CODE,
  TIMEOUT_MESSAGE,
  UNAVAILABLE_MESSAGE,
  UNKNOWN_MESSAGE,
  UNREADABLE_CODE,
} from './api-failure.ts';
import { EventReader } from './event-reader.ts';
import { wordsOfCode } from './session-codes.ts';

const TIMEOUT_MS = 30_000;
/** Calls of the older services, which are outside the base path of the others (SPEC §7, §9). */
const LEGACY_TIMEOUT_MS = 120_000;
const BASE_PATH = '/api/';
/** Another host’s words are not ours to show. */
const REFUSED_UPLOAD = '上传失败，请检查文件的格式与大小后重试';

/** What goes into a call. `signal` gives it up. */
export interface CallInput<R extends Call> {
  readonly params?: ParamsOf<R>;
  readonly query?: QueryOf<R>;
  readonly body?: BodyOf<R>;
  readonly signal?: AbortSignal;
  /** Hears each reply of a route that is answered by a stream of events; the call resolves to the last of them. */
  readonly onEvent?: (event: ReplyOf<R>) => void;
}

/** The way to the server. Resolves to the `data` of the reply, or throws `ApiFailure`; shows no message. */
export interface Api {
  readonly call: <R extends Call>(route: R, input?: CallInput<R>) => Promise<ReplyOf<R>>;
}

/** A file on its way. `onProgress` hears how many bytes have gone; `signal` gives the upload up. */
export interface UploadInput<R extends Call> {
  readonly query?: QueryOf<R>;
  readonly file: File;
  /** Texts that go before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Where the route is answered when it is not at its own path. */
  readonly address?: string;
  /** The answering host sends what the route’s reply says, but not in our envelope. */
  readonly isForeign?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
}

/** The way to the server for files. Resolves to the `data` of the reply, or throws `ApiFailure`. */
export interface Uploads {
  readonly upload: <R extends Call>(route: R, input: UploadInput<R>) => Promise<ReplyOf<R>>;
}

/** The api over HTTP, at the page's own origin. */
export class HttpApi implements Api, Uploads {
  readonly #http: AxiosInstance;

  constructor(http: AxiosInstance = axios.create()) {
    this.#http = http;
  }

  async call<R extends Call>(route: R, input: CallInput<R> = {}): Promise<ReplyOf<R>> {
    const heard = input.onEvent && new EventReader(input.onEvent);
    const reply = await this.#send(route, input, heard);
    if (heard && reply.status === 200) return heard.end(reply.data);
    const envelope = readEnvelope(reply);
    if (envelope.code !== 0) throw failureOf(envelope, reply.status);
    return envelope.data as ReplyOf<R>;
  }

  async upload<R extends Call>(route: R, input: UploadInput<R>): Promise<ReplyOf<R>> {
    const body = new FormData();
    for (const [name, value] of Object.entries(input.fields ?? {})) body.append(name, value);
    body.append('file', input.file);
    const reply = await this.#http
      .request<unknown>({
        method: route.method,
        url: input.address ?? route.path,
        params: input.query,
        data: body,
        signal: input.signal,
        validateStatus: () => true,
        onUploadProgress: ({ loaded }) => input.onProgress(loaded),
      })
      .catch(() => {
        throw new ApiFailure(NO_REPLY_CODE, 0, UNAVAILABLE_MESSAGE);
      });
    if (input.isForeign) {
      if (reply.status !== 200) throw new ApiFailure(UNREADABLE_CODE, reply.status, REFUSED_UPLOAD);
      return reply.data as ReplyOf<R>;
    }
    const envelope = readEnvelope(reply);
    if (envelope.code !== 0) throw failureOf(envelope, reply.status);
    return envelope.data as ReplyOf<R>;
  }

  async #send<R extends Call>(
    route: R,
    input: CallInput<R>,
    heard?: EventReader<ReplyOf<R>>,
  ): Promise<AxiosResponse<unknown>> {
    try {
      return await this.#http.request<unknown>({
        method: route.method,
        url: routePath(route.path, input.params),
        params: input.query,
        timeout: route.path.startsWith(BASE_PATH) ? TIMEOUT_MS : LEGACY_TIMEOUT_MS,
        validateStatus: () => true,
        ...(input.signal && { signal: input.signal }),
        ...(heard && { onDownloadProgress: ({ event }) => heard.read(textSoFar(event)) }),
        ...(input.body !== undefined && { data: input.body }),
        ...(input.body !== undefined && {
          headers: {
            'Content-Type': route.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
          },
        }),
      });
    } catch (thrown) {
      const timedOut = axios.isAxiosError(thrown) && (thrown.code === 'ECONNABORTED' || thrown.code === 'ETIMEDOUT');
      throw timedOut
        ? new ApiFailure(TIMEOUT_CODE, 0, TIMEOUT_MESSAGE)
        : new ApiFailure(NO_REPLY_CODE, 0, UNAVAILABLE_MESSAGE);
    }
  }
}

const textSoFar = (event: unknown): unknown =>
  (event as { readonly target?: { readonly responseText?: unknown } | null } | undefined)?.target?.responseText;

/** `/a/{id}` with its parameters, each encoded. Throws when one is missing: that is a mistake of ours. */
export function routePath(path: string, params: unknown): string {
  const given = (params ?? {}) as Record<string, unknown>;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(given, name)) throw new Error(`路径 ${path} 缺少参数 ${name}`);
    return encodeURIComponent(String(given[name]));
  });
}

/** The server's own words, else those of the code, else what the status allows to say. */
function failureOf({ code, msg, data }: Envelope, status: number): ApiFailure {
  return new ApiFailure(code, status, msg || (wordsOfCode(code) ?? wordsOfStatus(status)), data);
}

const wordsOfStatus = (status: number): string => (status >= 500 ? UNAVAILABLE_MESSAGE : UNKNOWN_MESSAGE);

function readEnvelope(reply: AxiosResponse<unknown>): Envelope {
  const body = reply.data as Partial<Envelope> | null;
  if (typeof body === 'object' && body !== null && typeof body.code === 'number') {
    return { code: body.code, msg: String(body.msg ?? ''), data: body.data ?? null };
  }
  throw new ApiFailure(UNREADABLE_CODE, reply.status, wordsOfStatus(reply.status));
}
