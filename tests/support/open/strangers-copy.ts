/**
 * A copy of an object's records as a stranger writes it who knows the page of the open interface and nothing else: not a
 * line of this project is used, and every name in it is one that the page says.
 */
export class StrangersCopy {
  records = new Map<string, Record<string, unknown>>();
  readonly seen = { calls: 0, changes: 0, tombstones: 0, resyncs: 0, waits: 0 };
  readonly #start: string;
  readonly #key: string;
  readonly #fields: string;
  readonly #wait: (seconds: number) => Promise<void>;
  #token: string | undefined;
  /** A new copy until all of it is there: the old one is shown meanwhile. */
  #fresh: Map<string, Record<string, unknown>> | undefined;

  constructor(origin: string, key: string, object: string, fields: string, wait: (seconds: number) => Promise<void>) {
    this.#start = `${origin}/api/open/v1/${object}/delta`;
    this.#key = key;
    this.#wait = wait;
    this.#fields = fields;
  }

  /** Takes everything there is for now. */
  async follow(): Promise<void> {
    for (;;) {
      if (this.#token === undefined) this.#fresh = new Map();
      const query = this.#token === undefined ? { since: 'full', fields: this.#fields } : { token: this.#token };
      const page = await this.#ask(query);
      if (page === 'begin again') {
        this.seen.resyncs += 1;
        this.#token = undefined;
        continue;
      }
      const copy = this.#fresh ?? this.records;
      for (const { id, change, record } of page.value) {
        this.seen.changes += 1;
        if (change === 'upsert') copy.set(id, record ?? {});
        else if (copy.delete(id)) this.seen.tombstones += 1;
      }
      this.#token = page.nextToken ?? page.deltaToken;
      if (page.nextToken !== undefined) continue;
      this.records = copy;
      this.#fresh = undefined;
      return;
    }
  }

  async #ask(query: Record<string, string>): Promise<Page | 'begin again'> {
    for (;;) {
      this.seen.calls += 1;
      const url = `${this.#start}?${new URLSearchParams({ ...query, limit: '200' }).toString()}`;
      const reply = await fetch(url, { headers: { Authorization: `Bearer ${this.#key}` } });
      const answer = (await reply.json()) as { code: number; msg: string; data: Page };
      if (reply.status === 429 || reply.status === 503) {
        this.seen.waits += 1;
        await this.#wait(Number(reply.headers.get('Retry-After')));
      } else if (reply.status === 410) return 'begin again';
      else if (reply.status === 200) return answer.data;
      else throw new Error(`${answer.code} ${answer.msg}`);
    }
  }
}

interface Page {
  readonly value: readonly {
    readonly id: string;
    readonly change: 'upsert' | 'removed';
    readonly record?: Record<string, unknown>;
  }[];
  readonly nextToken?: string;
  readonly deltaToken?: string;
}
