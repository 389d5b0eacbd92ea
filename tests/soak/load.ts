import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { SAMPLE_PASSWORD } from '#server/commands/seed/store-sample.ts';

const LIST = '/api/metadata/data/getLayoutAndDataList';
const OBJECTS = ['InsightCompany', 'InsightOrg', 'InsightNews', 'InsightTransaction'];
const PUBLISHED = '2026-11-20T00:00:00.000Z';
const UNAVAILABLE = 503;
/** Pause of a browser that was answered 503, and of one that was not answered at all, in milliseconds. */
const AGAIN_MS = 500;
/** Pause of a user between two requests, in milliseconds: none passes a limit that a person would not. */
const PAUSE_MS = { reader: 150, writer: 300, sender: 2000, exporter: 120_000 };

interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** What users of the servers were answered while they worked. */
export class Load {
  /** Titles of records and ids of messages that were acknowledged. */
  readonly records: string[] = [];
  readonly messages: string[] = [];
  /** Answers that are neither a success nor 503 with a time to try again. */
  readonly faults: string[] = [];
  unavailable = 0;
  reads = 0;
  readonly #addresses: readonly string[];
  readonly #run: string;
  #isStopped = false;

  /** @param run makes the names of this run's records unlike those of another. */
  constructor(addresses: readonly string[], run: string) {
    this.#addresses = addresses;
    this.#run = run;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Readers, writers, people who chat and one who exports, at all servers; settles when each has ended. */
  async start(): Promise<void> {
    const work: Promise<void>[] = [];
    for (const [index, address] of this.#addresses.entries()) {
      const staff = await this.#signIn(address, 'staff');
      const founder = await this.#signIn(address, 'founder');
      const investor = await this.#signIn(address, 'investor');
      work.push(
        this.#read(staff, 0),
        this.#read(staff, 1),
        this.#write(staff, `${this.#run}-${index}`),
        this.#chat(founder, investor.uid),
        this.#chat(investor, founder.uid),
        this.#export(staff),
        this.#follow(investor),
      );
    }
    await Promise.all(work);
  }

  async #signIn(address: string, username: string): Promise<User> {
    const reply = await fetch(`${address}/api/p/passport/sign_in`, {
      method: 'POST',
      headers: { origin: address },
      body: new URLSearchParams({ username, password: SAMPLE_PASSWORD }),
    });
    const { code, msg, data } = (await reply.json()) as { code: number; msg: string; data: { uid: string } };
    if (code !== 0) throw new Error(`${username}: ${msg}`);
    return { address, uid: data.uid, cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  }

  /** Asks until there is an answer that is not 503; undefined where the load ended before. */
  async #ask(user: User, target: string, body?: object): Promise<string | undefined> {
    while (!this.#isStopped) {
      const reply = await request(user, target, body);
      if (reply.status === 200) return reply.text;
      if (reply.status === UNAVAILABLE && Number(reply.retryAfter) > 0) this.unavailable += 1;
      else {
        this.faults.push(`${target}: ${reply.status} ${reply.text.slice(0, 200)}`);
        return undefined;
      }
      await wait(AGAIN_MS);
    }
    return undefined;
  }

  async #read(user: User, first: number): Promise<void> {
    for (let turn = first; !this.#isStopped; turn += 1) {
      const objectApiName = OBJECTS[turn % OBJECTS.length];
      const keyword = turn % 3 === 0 ? { keyword: '科技' } : {};
      const text = await this.#ask(user, LIST, { objectApiName, pageSize: 20, ...keyword });
      if (text !== undefined) this.reads += 1;
      await wait(PAUSE_MS.reader);
    }
  }

  async #write(user: User, name: string): Promise<void> {
    for (let count = 1; !this.#isStopped; count += 1) {
      const title = `${name}-${count}`;
      const body = { clientKey: title, values: { title, publishedOn: PUBLISHED, category: '融资' } };
      if ((await this.#ask(user, '/api/metadata/data/InsightNews', body)) !== undefined) this.records.push(title);
      await wait(PAUSE_MS.writer);
    }
  }

  async #chat(user: User, other: string): Promise<void> {
    for (let count = 1; !this.#isStopped; count += 1) {
      const clientId = randomUUID();
      const body = { clientId, content: `第 ${count} 条`, type: MESSAGE_TYPES.text };
      if ((await this.#ask(user, `/api/rong/sixin/${other}`, body)) !== undefined) this.messages.push(clientId);
      await this.#ask(user, `/api/rong/sixin/dialog/${other}?pageSize=20`);
      await wait(PAUSE_MS.sender);
    }
  }

  async #export(user: User): Promise<void> {
    while (!this.#isStopped) {
      await this.#ask(user, '/api/metadata/export', { objectApiName: 'InsightNews', format: 'csv' });
      for (let slept = 0; slept < PAUSE_MS.exporter && !this.#isStopped; slept += AGAIN_MS) await wait(AGAIN_MS);
    }
  }

  /** Holds a stream of events open; opens the next one when it ends. */
  async #follow({ address, cookie }: User): Promise<void> {
    while (!this.#isStopped) {
      const end = new AbortController();
      const stream = await fetch(`${address}/api/events`, { headers: { cookie }, signal: end.signal }).catch(
        () => null,
      );
      const reader = stream?.body?.getReader();
      while (reader && !this.#isStopped) {
        const part = await Promise.race([reader.read().catch(() => ({ done: true })), wait(AGAIN_MS, { done: false })]);
        if (part.done) break;
      }
      end.abort();
      await wait(AGAIN_MS);
    }
  }
}

interface User {
  readonly address: string;
  readonly uid: string;
  readonly cookie: string;
}

async function request({ address, cookie }: User, target: string, body?: object): Promise<Reply> {
  const reply = await fetch(`${address}${target}`, {
    headers: { cookie, origin: address, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text: await reply.text() };
}
