import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBackdated } from '#generators/backdated.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';
import type { Who } from '#tests/support/app/test-app.ts';
import { AlertWorkers } from '#tests/support/alerts/alert-workers.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { type Prng, prng } from '#tests/support/prng.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

/** ALERT_KILLS of the environment lets it go on for longer. */
const KILLS = Number(process.env['ALERT_KILLS'] ?? 24);
const SEED = Number(process.env['ALERT_SEED'] ?? 11);
const PROCESSES = 3;
/** Lines of writes at a time; each has records of its own. */
const LANES = 3;
const LONGEST_PAUSE_MS = 40;
const USERS: readonly Who[] = ['member', 'investor', 'founder', 'svip'];
const [ROUNDS, LABELS] = [
  ['A', 'B', 'C'],
  ['芯片', '医药', '软件'],
];

interface Deal {
  readonly round: string;
  readonly labels: readonly string[];
  readonly firm: string;
  readonly staff: number;
  readonly on: string;
}

/** What one transaction made of a deal, and when it began and ended by the count of all that was begun and ended. */
interface Step {
  readonly id: string;
  readonly version: number;
  readonly before: Deal | undefined;
  readonly after: Deal;
  readonly isNews: boolean;
  readonly from: number;
  readonly to: number;
}

interface Wanted {
  readonly id: string;
  readonly kinds: readonly string[];
  readonly meets: (deal: Deal) => boolean;
  readonly from: number;
  readonly to: number;
}

/** Writes of several at once, subscriptions in their midst, and what must be an alert by the steps alone. */
class Meanwhile {
  readonly world: AlertWorld;
  readonly random: Prng;
  readonly steps: Step[] = [];
  readonly wanted: Wanted[] = [];
  readonly gone = new Set<string>();
  readonly titles = new Map<string, string>();
  firms: string[] = [];
  #count = 0;
  #keys = 0;

  constructor(world: AlertWorld, random: Prng) {
    this.world = world;
    this.random = random;
  }

  async lane(isOver: () => boolean): Promise<void> {
    const own = new Map<string, Deal>();
    while (!isOver()) {
      await this.#write(own);
      await wait(this.random.int(0, LONGEST_PAUSE_MS));
    }
  }

  async #write(own: Map<string, Deal>): Promise<void> {
    const { random } = this;
    const { writer } = this.world.test.services;
    const origin = random.pick(['form', 'form', 'form', 'form', 'import:7']);
    const context = { actor: '1', roles: ['staff'], origin, now: this.world.now };
    const deal: Deal = {
      round: random.pick(ROUNDS),
      labels: [random.pick(LABELS)],
      firm: random.pick(this.firms),
      staff: random.int(0, 2),
      on: random.pick(['2026-08-25', '2026-08-31', '2015']),
    };
    const id = own.size > 0 && random.chance(0.6) ? random.pick([...own.keys()]) : undefined;
    const from = (this.#count += 1);
    const isNews = origin === 'form';
    if (id === undefined) {
      const title = `交易${(this.#keys += 1)}号`;
      const values = { title, ...valuesOf(deal) };
      const { id: made, version } = await writer.create('Deal', `kills-${this.#keys}`, values, context);
      own.set(made, deal);
      this.titles.set(made, title);
      this.steps.push({ id: made, version, before: undefined, after: deal, isNews, from, to: (this.#count += 1) });
      return;
    }
    if (random.chance(0.1)) {
      await writer.remove('Deal', id, { ...context, origin: 'form' });
      own.delete(id);
      this.gone.add(id);
      return;
    }
    const before = own.get(id);
    const name = random.pick(['round', 'labels', 'firm', 'staff'] as const);
    const after = { ...deal, ...before, [name]: deal[name] };
    const { version: last } = await writer.read(this.world.db, 'Deal', id);
    const change = { [name]: valuesOf(after)[name] } as RecordValues;
    const { version } = await writer.update('Deal', id, last, change, context);
    own.set(id, after);
    if (version > last) this.steps.push({ id, version, before, after, isNews, from, to: (this.#count += 1) });
  }

  async subscribe(): Promise<void> {
    const { random, world } = this;
    const who = random.pick(USERS);
    const frequency = random.pick(['now', 'now', 'daily', 'site'] as const);
    const kinds = random.pick([['entered'], ['entered', 'changed', 'left'], ['changed'], ['left', 'entered']]);
    const [round, label, firm] = [random.pick(ROUNDS), random.pick(LABELS), random.pick(this.firms)];
    const isRound = { field: 'round', op: 'in' as const, value: [round] };
    const hasLabel = { field: 'labels', op: 'containsAny' as const, value: [label] };
    const [filter, meets] = random.pick([
      [isRound, (deal: Deal) => deal.round === round],
      [{ not: isRound }, (deal: Deal) => deal.round !== round],
      [{ and: [isRound, hasLabel] }, (deal: Deal) => deal.round === round && deal.labels.includes(label)],
      [undefined, (deal: Deal) => deal.firm === firm],
    ] as const);
    const object = filter ? 'Deal' : 'Firm';
    const target = filter ? await world.view(who, 'Deal', filter) : firm;
    const chosen = filter ? kinds : ['entered'];
    const from = (this.#count += 1);
    const more = { kinds: chosen, ...(filter && { fields: ['staff'] }) };
    const { id } = await world.subscribe(who, filter ? 'view' : 'record', object, target, frequency, more);
    const isKnown = this.wanted.some((one) => one.id === id);
    if (!isKnown) this.wanted.push({ id, kinds: chosen, meets, from, to: (this.#count += 1) });
  }

  /** Every alert that there must be, but for records that are gone: those may have been read before. */
  async expected(): Promise<{ sure: string[]; gone: string[] }> {
    const { rows } = await sql<{ step: string; subscription: string }>`
      select h.record_id || ' ' || h.version as step, s.id::text as subscription
      from record_history h, alert_subscription s
      where h.object_api_name = 'Deal' and not pg_visible_in_snapshot(h.xid, s.baseline)`.execute(this.world.db);
    const later = new Set(rows.map(({ step, subscription }) => `${step} ${subscription}`));
    const [sure, gone]: [string[], string[]] = [[], []];
    for (const step of this.steps)
      for (const one of step.isNews ? this.wanted : []) {
        // What ended before the other began is known without the database; in between it alone knows.
        const isLater = step.from > one.to || later.has(`${step.id} ${step.version} ${one.id}`);
        if (step.to < one.from || !isLater) continue;
        const kind = kindOf(step, one);
        if (kind === undefined) continue;
        const isLate = kind === 'entered' && isBackdated(step.after.on, this.world.now.toISOString());
        (this.gone.has(step.id) ? gone : sure).push(`${one.id} ${step.id} ${step.version} ${kind} ${isLate}`);
      }
    return { sure, gone };
  }
}

const valuesOf = ({ firm, ...deal }: Deal) => ({ ...deal, firm: { id: firm } });

function kindOf({ before, after }: Step, { meets, kinds }: Wanted): string | undefined {
  const [was, is] = [before !== undefined && meets(before), meets(after)];
  const kind = is ? (was ? 'changed' : 'entered') : was ? 'left' : undefined;
  if (kind === undefined || !kinds.includes(kind)) return undefined;
  return kind === 'changed' && before?.staff === after.staff ? undefined : kind;
}

/** All that was kept, by the version of the record that its transaction wrote. */
async function keptHits({ db }: AlertWorld): Promise<string[]> {
  const { rows } = await sql<{ hit: string }>`
    select h.subscription_id || ' ' || h.record_id || ' ' || r.version || ' ' || h.kind || ' ' || h.is_late as hit
    from alert_hit h left join record_history r
      on r.object_api_name = h.object_api_name and r.record_id = h.record_id and r.xid = h.xid
    where h.kind <> 'corrected'`.execute(db);
  return rows.map(({ hit }) => hit);
}

/** Lets processes alert and be killed while records change, then another one do all that is left within the days after. */
async function killWhileAlerting(world: AlertWorld, workers: AlertWorkers, meanwhile: Meanwhile): Promise<void> {
  for (const who of USERS) await world.giveMail(who, `${who}@mail.example`);
  for (const name of ['甲公司', '乙公司', '丙公司']) meanwhile.firms.push(await world.data.create('Firm', { name }));
  for (let count = 0; count < 8; count += 1) await meanwhile.subscribe();
  let isOver = false;
  const passing = async () => {
    while (!isOver) {
      await wait(LONGEST_PAUSE_MS);
      world.pass(meanwhile.random.int(1, 6) * MINUTE_MS);
      workers.setClock(world.now);
      if (meanwhile.random.chance(0.03)) await meanwhile.subscribe();
    }
  };
  const lanes = Array.from({ length: LANES }, () => meanwhile.lane(() => isOver));
  const processes = Promise.all(Array.from({ length: PROCESSES }, () => workers.run(KILLS)));
  await Promise.all([...lanes, passing(), processes.finally(() => (isOver = true))]);
  await settledChanges(world.db);
  const last = world.another({ send: async (mail) => workers.keepMail(mail) });
  for (let day = 0; day < 9; day += 1) {
    await last.wake();
    world.pass(DAY_MS);
  }
}

async function expectDigests({ world, gone, titles }: Meanwhile): Promise<void> {
  const { rows: due } = await sql<{ waiting: number; unsent: number }>`
    select count(*) filter (where h.due_at is not null)::integer as waiting,
      count(*) filter (where s.frequency <> 'site' and h.digest_id is null and h.kind <> 'corrected'
        and exists (select from "Deal" d where d.id = h.record_id))::integer as unsent
    from alert_hit h join alert_subscription s on s.id = h.subscription_id`.execute(world.db);
  expect(due).toEqual([{ waiting: 0, unsent: 0 }]);
  // A correction of what is as it was said again by then says nothing.
  const { rows } = await sql<{ records: string[]; reported: string[]; texts: string[] }>`
    select array(select distinct h.record_id::text from alert_hit h where h.digest_id = d.id) as records,
      array(select distinct h.record_id::text from alert_hit h where h.digest_id = d.id and h.kind <> 'corrected') as reported,
      array(select n.body from notice n where n.key = 'alert:' || d.id) as texts
    from alert_digest d`.execute(world.db);
  expect(rows.length).toBeGreaterThan(5);
  for (const { records, reported, texts } of rows) {
    expect(texts).toHaveLength(1);
    const said = [...(texts[0] ?? '').matchAll(/交易\d+号/g)].map(([title]) => title);
    const rest = Number(/还有 (\d+) 条/.exec(texts[0] ?? '')?.[1] ?? 0);
    const known = new Set(records.map((id) => titles.get(id)));
    expect(said.filter((title) => !known.has(title))).toEqual([]);
    expect(new Set(said).size).toBe(said.length);
    const there = reported.filter((id) => !gone.has(id)).length;
    expect(said.length + rest).toBeGreaterThanOrEqual(there);
  }
}

async function expectMails({ world }: Meanwhile, workers: AlertWorkers): Promise<void> {
  const { rows } = await sql<{ id: string; body: string; state: string }>`
    select id::text, mail_body as body, mail_state as state from alert_digest where mail_body <> ''`.execute(world.db);
  const mails = Map.groupBy(workers.mails(), ({ messageId }) => messageId);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['sent']));
  expect(new Set(mails.keys())).toEqual(new Set(rows.map(({ id }) => `<alert-${id}@data.example>`)));
  for (const { id, body } of rows)
    for (const { text } of mails.get(`<alert-${id}@data.example>`) ?? []) expect(text.startsWith(body)).toBe(true);
  // A mail is repeated at most once for each process that ended.
  expect([...mails.values()].flat().length - mails.size).toBeLessThanOrEqual(workers.kills);
}

// The embedded database has one process.
const why = onPostgres ? '' : ' (skipped: DATABASE_URL names no PostgreSQL)';
describe.skipIf(!onPostgres)(`alerts of ${PROCESSES} processes that are killed while records change${why}`, () => {
  let world: AlertWorld;
  let workers: AlertWorkers;
  beforeAll(async () => {
    world = await AlertWorld.open();
    workers = new AlertWorkers('alert-child.ts', world.test.store.address.url ?? '', prng(SEED + 1), world.now);
  });
  afterAll(async () => {
    workers.clear();
    await world.close();
  });

  it('are what the changes demand, in the bell and by mail: none lost, none doubled, none older than its subscription', async () => {
    const meanwhile = new Meanwhile(world, prng(SEED));
    await killWhileAlerting(world, workers, meanwhile);
    expect(workers.kills).toBeGreaterThanOrEqual(KILLS);
    expect(world.faults).toEqual([]);
    const { sure, gone } = await meanwhile.expected();
    const kept = await keptHits(world);
    const ofGone = new Set(gone);
    expect(sure.length).toBeGreaterThan(100);
    expect(kept.filter((hit) => !ofGone.has(hit)).toSorted()).toEqual(sure.toSorted());
    expect(new Set(kept).size).toBe(kept.length);
    await expectDigests(meanwhile);
    await expectMails(meanwhile, workers);
    const report = `${workers.kills} kills, ${meanwhile.steps.length} writes, ${kept.length} alerts, ${workers.mails().length} mails`;
    if (process.env['ALERT_KILLS'] !== undefined) console.log(report);
  });
});
