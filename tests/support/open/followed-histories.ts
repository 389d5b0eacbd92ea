import { Following } from '#server/features/open/following/follow.ts';
import type { Member } from '#shared/policy/actor.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';
import { TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import type { Prng } from '#tests/support/prng.ts';
import { CopyOfRecords } from './copy-of-records.ts';
import { OpenWrite } from './open-writes.ts';

const CONTEXT = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
const FIRMS = 6;
/** Transactions that are open at once. */
const OPEN = 3;
const STEPS = 12;
/** Deals at most, about: a whole download follows every history. */
const MOST_DEALS = 25;

/** Who follows: a member with a key. */
const FOLLOWER: Member = {
  id: '1',
  name: '示例读者',
  roles: [],
  vipType: 0,
  key: { id: 'follower', scopes: ['read:*', 'delta'] },
};

const ROUND_A = JSON.stringify({
  or: [
    { field: 'round', op: 'eq', value: 'A' },
    { field: 'staff', op: 'gte', value: 7 },
  ],
});
const WELL_KNOWN = JSON.stringify({ field: 'deals', op: 'gte', value: 2 });

/** An open transaction, the firm whose deals it alone writes, and the deals that it made. */
interface Held {
  readonly write: OpenWrite;
  readonly firm: string;
  readonly made: Set<string>;
}

/** Firms and deals that are written in every way at once, and copies that follow them. */
export class FollowedHistories {
  readonly #test: TestApp;
  readonly #world: FirmsAndDeals;
  readonly #random: Prng;
  readonly #following: Following;
  readonly copies: readonly (readonly [objectApiName: string, wanted: Record<string, string>, copy: CopyOfRecords])[];
  readonly #firms: string[] = [];
  readonly #deals = new Map<string, string>();
  readonly #gone: string[] = [];
  #open: Held[] = [];
  #names = 0;
  /** Ends of open transactions by their kinds, to see that all kinds were tried. */
  readonly ended = { commit: 0, rollback: 0, kill: 0 };

  constructor(test: TestApp, random: Prng) {
    this.#test = test;
    this.#random = random;
    this.#world = new FirmsAndDeals(test);
    this.#following = new Following(test.services);
    this.copies = [
      ['Deal', {}, this.#copy('Deal')],
      [
        'Deal',
        { filter: ROUND_A, fields: 'title,round,firm' },
        this.#copy('Deal', { filter: ROUND_A, fields: 'title,round,firm' }),
      ],
      ['Firm', {}, this.#copy('Firm')],
      ['Firm', { filter: WELL_KNOWN }, this.#copy('Firm', { filter: WELL_KNOWN })],
    ];
  }

  async begin(): Promise<void> {
    await this.#world.begin([overDeals('deals', { function: 'count' })]);
    for (let at = 0; at < FIRMS; at += 1) this.#firms.push(await this.#world.create('Firm', { name: `示例企业${at}` }));
  }

  #copy(objectApiName: string, wanted: Record<string, string> = {}): CopyOfRecords {
    return new CopyOfRecords((query) => this.#following.page(objectApiName, query, FOLLOWER), wanted);
  }

  /** Some steps of writers and followers; all that was begun is ended, and the copies have come to the end. */
  async run(): Promise<void> {
    for (let step = 0; step < STEPS; step += 1) {
      await this.#write();
      for (const [, , copy] of this.copies) {
        if (this.#random.chance(0.02)) copy.forget();
        if (this.#random.chance(0.3)) await copy.step(this.#random.int(1, 4));
      }
    }
    for (const one of this.#open) await this.#end(one, this.#random.chance(0.7) ? 'commit' : 'rollback');
    this.#open = [];
    await this.#world.drain();
    if (onPostgres) await settledChanges(this.#test.services.database.db);
    for (const [, , copy] of this.copies) await copy.follow(this.#random.int(1, 200));
  }

  /** What a copy has that begins now. */
  async download(objectApiName: string, wanted: Record<string, string>): Promise<ReadonlyMap<string, string>> {
    const fresh = this.#copy(objectApiName, wanted);
    await fresh.follow();
    return fresh.records;
  }

  async #write(): Promise<void> {
    const turn = this.#random.next();
    const held = new Set(this.#open.map(({ firm }) => firm));
    const free = this.#firms.filter((firm) => !held.has(firm));
    if (onPostgres && turn < 0.2 && this.#open.length < OPEN && free.length > 1)
      this.#open.push({
        write: await OpenWrite.begin(this.#test.services.database.db),
        firm: this.#random.pick(free),
        made: new Set(),
      });
    else if (this.#open.length > 0 && turn < 0.55) await this.#writeWithin(this.#random.pick(this.#open));
    else if (this.#open.length > 0 && turn < 0.7) {
      const [one] = this.#open.splice(this.#random.int(0, this.#open.length - 1), 1);
      if (one) await this.#end(one, this.#random.pick(['commit', 'commit', 'rollback', 'kill']));
    } else await this.#writeAlone(free);
  }

  #values(firm: string) {
    return {
      title: `交易 ${(this.#names += 1)}`,
      firm: { id: firm },
      round: this.#random.pick(['A', 'B', 'C']),
      staff: this.#random.int(1, 9),
      amount: { num: `${this.#random.int(1, 1000)}`, currency: 'CNY' },
    };
  }

  /** A write that is not seen before its transaction ends. */
  async #writeWithin({ write, firm, made }: Held): Promise<void> {
    const { writer } = this.#test.services;
    const own = [...this.#deals].filter(([, of]) => of === firm).map(([id]) => id);
    if (own.length > 0 && (this.#deals.size > MOST_DEALS || this.#random.chance(0.5))) {
      const id = this.#random.pick(own);
      const { version } = await writer.read(write.trx, 'Deal', id);
      await writer.update('Deal', id, version, this.#values(firm), CONTEXT, write.trx);
    } else {
      const values = this.#values(firm);
      made.add((await writer.create('Deal', `history-${this.#names}`, values, CONTEXT, write.trx)).id);
    }
  }

  async #end(one: Held, how: 'commit' | 'rollback' | 'kill'): Promise<void> {
    this.ended[how] += 1;
    await (how === 'kill' ? one.write.kill() : one.write.end(how === 'commit'));
    if (how === 'commit') for (const id of one.made) this.#deals.set(id, one.firm);
  }

  /** A write with a transaction of its own, of records that no open one holds. */
  async #writeAlone(free: readonly string[]): Promise<void> {
    const { writer } = this.#test.services;
    const firm = this.#random.pick(free);
    const own = [...this.#deals].filter(([, of]) => free.includes(of)).map(([id]) => id);
    const turn = this.#random.next();
    const isFull = this.#deals.size > MOST_DEALS;
    if (own.length === 0 || (turn < 0.3 && !isFull)) {
      const { id } = await writer.create('Deal', `history-${this.#names + 1}`, this.#values(firm), CONTEXT);
      this.#deals.set(id, firm);
    } else if (turn < 0.65) {
      const id = this.#random.pick(own);
      const { version } = await writer.read(this.#test.services.database.db, 'Deal', id);
      await writer.update('Deal', id, version, this.#values(firm), CONTEXT);
      this.#deals.set(id, firm);
    } else if (turn < (isFull ? 0.95 : 0.85) || this.#gone.length === 0) {
      const id = this.#random.pick(own);
      await writer.remove('Deal', id, CONTEXT);
      this.#deals.delete(id);
      this.#gone.push(id);
    } else if (turn < 0.95) {
      const [id = ''] = this.#gone.splice(this.#random.int(0, this.#gone.length - 1), 1);
      const { firm: of } = (await writer.restore('Deal', id, CONTEXT)) as unknown as { firm?: { id: string } };
      this.#deals.set(id, of?.id ?? firm);
    } else {
      const { version } = await writer.read(this.#test.services.database.db, 'Firm', firm);
      await writer.update('Firm', firm, version, { name: `示例企业 ${(this.#names += 1)}` }, CONTEXT);
    }
  }
}
