import { type Calls, PLACES } from './calls.ts';
import { OpenFailure } from './failure.ts';

export interface ClientOptions {
  /** Where the service is, e.g. `https://host`. */
  readonly origin: string;
  /** An API key. */
  readonly key: string;
  /** How requests are sent; `fetch` of the platform when absent. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Waits so many seconds before a call that was refused as too early is made again. */
  readonly wait?: (seconds: number) => Promise<void>;
  /** How often a call is made again that was too early, or that the service was too busy for. */
  readonly retries?: number;
}

type Part = 'params' | 'query' | 'body';
/** Parts of which all is optional. */
type Free<Name extends keyof Calls, P extends Part> = object extends Calls[Name][P] ? P : never;

/** What a call takes: what it does not take is left out, and may be left out where all of it is optional. */
export type Given<Name extends keyof Calls> = {
  readonly [P in Part as Calls[Name][P] extends undefined ? never : Exclude<P, Free<Name, P>>]: Calls[Name][P];
} & { readonly [P in Part as Free<Name, P>]?: Calls[Name][P] };

export type Row = Calls['listOpenRecords']['reply']['value'][number];
export type Change = Calls['followRecords']['reply']['value'][number];
export type ListQuery = Calls['listOpenRecords']['query'];

const TOO_EARLY: ReadonlySet<number> = new Set([429, 503]);
const RETRIES = 5;

const waitSeconds = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });

/** Calls the open interface with one key. */
export class OpenClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Makes one call and gives its data. @throws OpenFailure */
  async call<Name extends keyof Calls>(name: Name, given: Given<Name>): Promise<Calls[Name]['reply']> {
    const { fetch: send = fetch, wait = waitSeconds, retries = RETRIES } = this.#options;
    const [url, init] = this.#request(name, given);
    for (let tried = 0; ; tried += 1) {
      const reply = await send(url, init);
      const answer = (await reply.json()) as {
        code: number;
        msg: string;
        data: Calls[Name]['reply'];
        requestId?: string;
      };
      if (reply.ok) return answer.data;
      if (!TOO_EARLY.has(reply.status) || tried >= retries) throw new OpenFailure(reply.status, answer);
      await wait(Number(reply.headers.get('retry-after') ?? 1));
    }
  }

  /** All records that meet a condition, page after page. */
  async *list(objectApiName: string, query: ListQuery = {}): AsyncGenerator<Row> {
    for (let after = query.after; ;) {
      const page = await this.call('listOpenRecords', {
        params: { objectApiName },
        query: { ...query, ...(after !== undefined && { after }) },
      });
      yield* page.value;
      if (page.after === null) return;
      after = page.after;
    }
  }

  #request<Name extends keyof Calls>(name: Name, given: Given<Name>): [url: string, init: RequestInit] {
    const {
      params = {},
      query = {},
      body,
    } = given as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const { origin, key } = this.#options;
    const { method, path } = PLACES[name];
    const url = new URL(
      path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? '')),
      origin,
    );
    for (const [part, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(part, String(value));
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return [url.href, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }];
  }
}
