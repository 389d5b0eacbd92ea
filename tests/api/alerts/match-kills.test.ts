import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '#schemas/api/alerts.ts';
import { PLACES_OF_A } from '#shared/matching/explain.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { certifyInvestor } from '#tests/support/account/certified-investor.ts';
import { AlertWorkers } from '#tests/support/alerts/alert-workers.ts';
import { alertsOf } from '#tests/support/alerts/alerts-of.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { made } from '#tests/support/editing.ts';
import { MatchWorld } from '#tests/support/matching/match-world.ts';
import { prng } from '#tests/support/prng.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

/** ALERT_KILLS of the environment lets it go on for longer. */
const KILLS = Number(process.env['ALERT_KILLS'] ?? 24);
const SEED = Number(process.env['ALERT_SEED'] ?? 11);
const PROCESSES = 3;
const LONGEST_PAUSE_MS = 40;
/** All subscribe as colleagues of it: more institutions of one kind would make that kind the usual one. */
const INSTITUTION = '示例芯片资本';
/** A list has no more places for its best. */
const MOST_FITTING = PLACES_OF_A - 2;
const MOST_PROJECTS = 40;
const FITS = {
  industry: '基础大模型',
  region: '440300',
  targetRound: 'A轮',
  targetAmount: { num: '30000000', currency: 'CNY' },
};
const OTHER = {
  industry: '激光设备',
  region: '110000',
  targetRound: 'B轮',
  targetAmount: { num: '300000000', currency: 'CNY' },
};

interface Project {
  readonly id: string;
  readonly name: string;
  /** How many things had been done when it came to fit, for good; undefined while it does not. */
  since: number | undefined;
}

/** An investor who subscribed when so many things had been done. */
interface Subscriber {
  readonly who: Person;
  readonly subscription: string;
  readonly since: number;
}

/** One user after the other writes and subscribes: what the alerts must be follows from the order alone. */
class Market {
  readonly world: MatchWorld;
  readonly random = prng(SEED);
  readonly projects: Project[] = [];
  readonly subscribers: Subscriber[] = [];
  clock = TEST_NOW;
  #founder: Contact | undefined;
  #institution = '';
  #count = 0;

  constructor(world: MatchWorld) {
    this.world = world;
  }

  pass(milliseconds: number): void {
    this.clock = new Date(this.clock.getTime() + milliseconds);
    this.world.contacts.setTime(this.clock.toISOString());
  }

  /** What a market is made of, so that the deals of an institution say something. */
  async begin(): Promise<void> {
    const { targetRound: round, targetAmount: amount, ...place } = OTHER;
    const elsewhere = { ...place, round, amount };
    const others: string[] = [];
    for (let at = 0; at < 25; at += 1) others.push(await this.world.institution(`示例旁观资本${at}`));
    for (let month = 1; month <= 9; month += 1) await this.world.deal(others, `2026-0${month}-05`, elsewhere);
    this.#institution = await this.world.institution(INSTITUTION);
    await this.world.deals(this.#institution, 6);
    this.#founder = await this.world.contacts.contact();
  }

  async subscribe(): Promise<void> {
    const { contacts } = this.world;
    const who = await contacts.person(['ORG_INVESTOR']);
    await certifyInvestor(contacts.test, who.uid, { orgName: INSTITUTION, position: '投资经理' });
    const link = { account_id: who.uid, institution_id: this.#institution, linked_at: this.clock.toISOString() };
    await contacts.test.services.database.db.insertInto('investor_link').values(link).execute();
    const target = { source: 'matches', objectApiName: 'UserFocus', targetId: who.uid, frequency: 'now' };
    const { id } = made(await who.send<Subscription>('POST', '/api/alerts/subscription', target));
    this.subscribers.push({ who, subscription: id, since: (this.#count += 1) });
  }

  /** A project is made, comes to fit, or changes in another way; one that fits goes on to do so. */
  async write(): Promise<void> {
    const { random, projects, world } = this;
    const one = projects.length > 0 ? random.pick(projects) : undefined;
    if (projects.length < MOST_PROJECTS && (one === undefined || random.chance(0.6))) {
      const fits = this.#mayFit && random.chance(0.5);
      const name = `示例项目${projects.length}号`;
      const values = { name, ...(fits ? FITS : OTHER) };
      const id = await world.project(this.#founder ?? { companyId: '' }, values);
      projects.push({ id, name, since: fits ? (this.#count += 1) : undefined });
      return;
    }
    if (one === undefined) return;
    const comes = one.since === undefined && this.#mayFit && random.chance(0.4);
    const more = { publishedOn: `2026-10-${random.int(10, 28)}` };
    await world.change('InsightProject', one.id, comes ? { ...FITS, ...more } : more);
    if (comes) one.since = this.#count += 1;
  }

  get #mayFit(): boolean {
    return this.projects.filter(({ since }) => since !== undefined).length < MOST_FITTING;
  }

  /**
   * The alerts that there may be, which are of all that came to fit since a subscription, and those that there must be: of
   * these what is among the best of the list to the end.
   */
  async expected(): Promise<{ readonly possible: string[]; readonly sure: string[] }> {
    const [possible, sure]: [string[], string[]] = [[], []];
    for (const { who, subscription, since: from } of this.subscribers) {
      const { list } = await this.world.projects(who, { pageSize: 50 });
      const best = new Set(list.filter(({ band }) => band === 'A').map(({ id }) => id));
      for (const { id, since } of this.projects) {
        if (since === undefined || since < from) continue;
        possible.push(`${subscription} ${id}`);
        if (best.has(id)) sure.push(`${subscription} ${id}`);
      }
    }
    return { possible, sure };
  }
}

// The embedded database has one process.
const why = onPostgres ? '' : ' (skipped: DATABASE_URL names no PostgreSQL)';
describe.skipIf(!onPostgres)(`alerts of matches by ${PROCESSES} processes that are killed${why}`, () => {
  let world: MatchWorld;
  let market: Market;
  let workers: AlertWorkers;
  const faults: unknown[] = [];
  const db = () => world.contacts.test.services.database.db;

  beforeAll(async () => {
    world = await MatchWorld.open();
    market = new Market(world);
    await market.begin();
    for (let count = 0; count < 3; count += 1) await market.subscribe();
    const { url = '' } = world.contacts.test.store.address;
    workers = new AlertWorkers('match-child.ts', url, prng(SEED + 1), market.clock);
  });
  afterAll(async () => {
    workers.clear();
    await world.close();
  });

  it('are those of the lists: none lost, none doubled, none of what fitted before', async () => {
    let isOver = false;
    const writing = async () => {
      while (!isOver) {
        if (market.subscribers.length < 5 && market.random.chance(0.08)) await market.subscribe();
        else await market.write();
        market.pass(market.random.int(1, 6) * MINUTE_MS);
        workers.setClock(market.clock);
        await wait(LONGEST_PAUSE_MS);
      }
    };
    const processes = Promise.all(Array.from({ length: PROCESSES }, () => workers.run(KILLS)));
    await Promise.all([writing(), processes.finally(() => (isOver = true))]);
    await settledChanges(db());
    const last = alertsOf(world.contacts.test, faults);
    for (let day = 0; day < 3; day += 1) {
      market.pass(DAY_MS);
      await last.wake();
    }
    expect(workers.kills).toBeGreaterThanOrEqual(KILLS);
    expect(faults).toEqual([]);
    // What was changed after it was reported may be corrected; that is no match of its own.
    const kept = await db()
      .selectFrom('alert_hit')
      .select(['subscription_id', 'record_id', 'kind', 'due_at'])
      .where('kind', '<>', 'corrected')
      .execute();
    expect(new Set(kept.map(({ kind }) => kind))).toEqual(new Set(['entered']));
    expect(kept.filter(({ due_at }) => due_at !== null)).toEqual([]);
    const { possible, sure } = await market.expected();
    expect(sure.length).toBeGreaterThan(30);
    const found = kept.map((hit) => `${hit.subscription_id} ${hit.record_id}`);
    expect(new Set(found).size).toBe(found.length);
    expect(sure.filter((one) => !found.includes(one))).toEqual([]);
    expect(found.filter((one) => !possible.includes(one))).toEqual([]);
    if (process.env['ALERT_KILLS'] !== undefined) console.log(`${workers.kills} kills, ${kept.length} alerts`);
  });

  it('are each in one digest, and each digest is in the bell once', async () => {
    const { rows } = await sql<{ unsent: number; digests: number; notices: number; unsaid: number }>`
      select count(*) filter (where h.digest_id is null)::integer as unsent,
        (select count(*)::integer from alert_digest) as digests,
        (select count(*)::integer from notice where key like 'alert:%') as notices,
        (select count(*)::integer from alert_digest d where not exists (
          select from notice n where n.key = 'alert:' || d.id and n.account_id = d.account_id)) as unsaid
      from alert_hit h where h.kind <> 'corrected'`.execute(db());
    const [found] = rows;
    expect(found?.digests).toBeGreaterThan(5);
    expect(found).toEqual({ unsent: 0, digests: found?.digests, notices: found?.digests, unsaid: 0 });
  });
});
