import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { isBackdated } from '#generators/backdated.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/durations.ts';
import type { Alerts } from '#server/features/alerts/alerts.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { Died, dyingDb } from '#tests/support/alerts/dying-db.ts';
import { prng, type Prng } from '#tests/support/prng.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

type Values = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, Values>;

/** What one transaction did to a record, as a reader of the whole tables sees it before and after. */
interface Step {
  readonly object: 'Deal' | 'Firm';
  readonly id: string;
  readonly before: Values | undefined;
  readonly after: Values;
  readonly isNews: boolean;
}

/** A subscription, with what it asks said by hand. */
interface Expected {
  readonly id: string;
  readonly kinds: readonly string[];
  /** Steps before it. */
  readonly baseline: number;
  readonly object: 'Deal' | 'Firm';
  readonly meets: (id: string, values: Values) => boolean;
  readonly watched: readonly string[];
  /** The record alone: only its changes count. */
  readonly isRecord?: true;
}

const ROUNDS = ['A', 'B', 'C'];
const LABELS = ['芯片', '医药', '软件'];
const STEPS = 150;
const DAYS = ['2026-08-25', '2026-07-01', '2019-05', '2015', undefined];

const linkOf = (value: unknown): unknown => (value as { id?: string } | undefined)?.id;

/** Random writes, and everything that a user could be alerted of by them, worked out by looking at whole tables. */
class History {
  readonly world: AlertWorld;
  readonly random: Prng;
  readonly expected: Expected[] = [];
  readonly hits: string[] = [];
  readonly steps: Step[] = [];
  #read = 0;
  #keys = 0;
  #gone: string[] = [];
  #firms: string[] = [];
  /** The whole tables as they were read last: all that changes them is noted. */
  #known: Record<'Deal' | 'Firm', Rows> | undefined;

  constructor(world: AlertWorld, seed: number) {
    this.world = world;
    this.random = prng(seed);
  }

  async begin(): Promise<void> {
    for (const name of ['甲公司', '乙公司', '丙公司']) this.#firms.push(await this.world.data.create('Firm', { name }));
    await this.world.data.drain();
  }

  async #rows(object: 'Deal' | 'Firm'): Promise<Rows> {
    const { reader, catalog } = this.world.test.services;
    const definition = catalog.object(object);
    const scope = { readable: () => true, rowsOf: () => undefined, today: '2026-09-01' };
    const fields = definition.fields.map(({ apiName }) => apiName);
    const page = await reader.list(definition, { pageSize: 100, fields }, scope);
    return new Map(
      page.list.map(({ id, version: _version, updatedAt: _updated, ...values }) => [id, values as Values]),
    );
  }

  async #readTables(): Promise<Record<'Deal' | 'Firm', Rows>> {
    this.#known = { Deal: await this.#rows('Deal'), Firm: await this.#rows('Firm') };
    return this.#known;
  }

  #tables = async () => this.#known ?? (await this.#readTables());

  /** Does something, and notes what it made of every record. */
  async #noted(isNews: boolean, work: () => Promise<unknown>): Promise<void> {
    const before = await this.#tables();
    await work();
    await this.world.data.drain();
    const after = await this.#readTables();
    for (const object of ['Deal', 'Firm'] as const)
      for (const [id, values] of after[object]) {
        const old = before[object].get(id);
        if (JSON.stringify(old) === JSON.stringify(values)) continue;
        const isBack = old === undefined && this.#gone.includes(id);
        // What follows from one record is news, whatever wrote that.
        this.steps.push({ object, id, before: old, after: values, isNews: object === 'Firm' || (isNews && !isBack) });
      }
  }

  async write(): Promise<void> {
    const { random } = this;
    const { writer, now } = this.world.test.services;
    const origin = random.pick(['form', 'form', 'form', 'import:7', 'bulk:9']);
    const context = { actor: '1', roles: ['staff'], origin, now: now() };
    const isNews = origin === 'form';
    const values: RecordValues = {
      round: random.pick(ROUNDS),
      labels: [random.pick(LABELS), random.pick(LABELS)].filter((label, at, all) => all.indexOf(label) === at),
      on: random.pick(DAYS),
      firm: { id: random.pick(this.#firms) },
      staff: Math.floor(random.next() * 3),
    };
    const deals = [...(await this.#tables()).Deal.keys()];
    const [id, what] = [deals.length > 0 ? random.pick(deals) : undefined, random.next()];
    if (id === undefined || what < 0.4) {
      this.#keys += 1;
      const title = `交易${this.#keys}`;
      await this.#noted(isNews, () => writer.create('Deal', `history-${this.#keys}`, { title, ...values }, context));
    } else if (what < 0.8) {
      const name = random.pick(['round', 'labels', 'on', 'firm', 'staff', 'title']);
      const change = name === 'title' ? { title: `改名${this.steps.length}` } : { [name]: values[name] ?? null };
      const { version } = await writer.read(this.world.db, 'Deal', id);
      await this.#noted(isNews, () => writer.update('Deal', id, version, change, context));
    } else if (what < 0.92 || this.#gone.length === 0) {
      this.#gone.push(id);
      await this.#noted(false, () => writer.remove('Deal', id, { ...context, origin: 'form' }));
    } else {
      const back = random.pick(this.#gone);
      await this.#noted(isNews, async () => {
        await writer.restore('Deal', back, { ...context, origin: 'form' }).catch(() => undefined);
      });
    }
  }

  async subscribe(): Promise<void> {
    const { random, world } = this;
    const kinds = random.pick([['entered'], ['entered', 'changed', 'left'], ['changed'], ['left', 'entered']]);
    const frequency = random.pick(['now', 'daily', 'weekly', 'site'] as const);
    const [round, label, firm] = [random.pick(ROUNDS), random.pick(LABELS), random.pick(this.#firms)];
    const what = random.pick(['round', 'label', 'both', 'not', 'firms', 'record']);
    const baseline = this.steps.length;
    if (what === 'record') {
      const { id, kinds: chosen } = await world.subscribe('member', 'record', 'Firm', firm, frequency, { kinds });
      if (this.expected.some((one) => one.id === id)) return;
      const own = { id, baseline, kinds: chosen.filter((kind) => kind !== 'entered') };
      const watched = ['name', 'latestRound', 'latestOn'];
      this.expected.push({ ...own, object: 'Firm', meets: (one) => one === firm, watched, isRecord: true });
      const points = (_id: string, values: Values) => linkOf(values['firm']) === firm;
      const related = chosen.filter((kind) => kind === 'entered');
      this.expected.push({ id, baseline, kinds: related, object: 'Deal', meets: points, watched: [] });
      return;
    }
    const object = what === 'firms' ? 'Firm' : 'Deal';
    const isRound = { field: object === 'Firm' ? 'latestRound' : 'round', op: 'in' as const, value: [round] };
    const hasLabel = { field: 'labels', op: 'containsAny' as const, value: [label] };
    const filter =
      what === 'label'
        ? hasLabel
        : what === 'both'
          ? { and: [isRound, hasLabel] }
          : what === 'not'
            ? { not: isRound }
            : isRound;
    const meetsRound = (values: Values) => values[isRound.field] === round;
    const meetsLabel = (values: Values) => ((values['labels'] ?? []) as string[]).includes(label);
    const meets = (_id: string, values: Values) =>
      what === 'label'
        ? meetsLabel(values)
        : what === 'both'
          ? meetsRound(values) && meetsLabel(values)
          : what === 'not'
            ? !meetsRound(values)
            : meetsRound(values);
    const view = await world.view('member', object, filter);
    const fields = object === 'Firm' ? ['latestRound'] : ['staff', 'title'];
    const { id } = await world.subscribe('member', 'view', object, view, frequency, { kinds, fields });
    this.expected.push({ id, baseline, kinds, object, meets, watched: fields });
  }

  /** Reads as one of the processes; what was read is due to be a hit where its record is there at that moment. */
  async read(alerts: Alerts): Promise<void> {
    await settledChanges(this.world.db);
    const cursor = () => sql<{ cursor: string }>`select cursor from alert_reader`.execute(this.world.db);
    const before = (await cursor()).rows[0]?.cursor;
    await alerts.wake();
    if ((await cursor()).rows[0]?.cursor === before) return;
    const there = await this.#tables();
    for (const [at, step] of [...this.steps.entries()].slice(this.#read))
      if (step.isNews && there[step.object].has(step.id)) this.#expect(at, step);
    this.#read = this.steps.length;
  }

  #expect(at: number, { object, id, before, after }: Step): void {
    for (const one of this.expected) {
      if (one.object !== object || at < one.baseline) continue;
      const [was, is] = [before !== undefined && one.meets(id, before), one.meets(id, after)];
      const kind = is ? (was ? 'changed' : 'entered') : was ? 'left' : undefined;
      if (kind === undefined || !one.kinds.includes(kind)) continue;
      const changed = one.watched.some((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]));
      if (kind === 'changed' && !changed) continue;
      const day = after[object === 'Deal' ? 'on' : 'latestOn'];
      const isOfEvent = kind === 'entered' || (kind === 'changed' && object === 'Firm');
      const isLate = isOfEvent && isBackdated(day, this.world.now.toISOString());
      this.hits.push(`${one.id} ${object} ${id} ${kind} ${isLate}`);
    }
  }

  async kept(): Promise<string[]> {
    const { rows } = await sql<{ hit: string }>`
      select subscription_id || ' ' || object_api_name || ' ' || record_id || ' ' || kind || ' ' || is_late as hit
      from alert_hit where kind <> 'corrected'`.execute(this.world.db);
    return rows.map(({ hit }) => hit);
  }
}

describe('alerts over a generated history', () => {
  let corrections = 0;
  it.each([1, 2, 3, 4, 5])(
    'are what looking at whole tables gives, whichever process ends where (%i)',
    async (seed) => {
      const world = await AlertWorld.open();
      const history = new History(world, seed);
      const { random } = history;
      // Apart from what the history takes: how many statements a process has hangs on the time that it needs.
      const ends = prng(seed + 100);
      const processes = Array.from({ length: 3 }, () =>
        world.another(
          undefined,
          dyingDb(world.db, () => ends.chance(0.04)),
        ),
      );
      await history.begin();
      for (let step = 0; step < STEPS; step += 1) {
        const what = random.next();
        if (step < 4 || what < 0.08) await history.subscribe();
        else if (what < 0.75) await history.write();
        else await history.read(random.pick(processes));
        world.pass(random.pick([MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]));
      }
      await history.read(world.alerts);
      for (let day = 0; day < 8; day += 1) {
        world.pass(DAY_MS);
        await world.alerts.wake();
        await world.another().wake();
      }
      expect(world.faults.filter((fault) => !(fault instanceof Died))).toEqual([]);
      expect(history.hits.length).toBeGreaterThan(10);
      expect((await history.kept()).toSorted()).toEqual(history.hits.toSorted());
      // Everything that was to be sent is in one digest, and each digest is in the bell once.
      const { rows } = await sql<{ waiting: number; unsent: number; digests: number; notices: number; old: number }>`
      select (select count(*)::integer from alert_hit where due_at is not null) as waiting,
        (select count(*)::integer from alert_hit h join alert_subscription s on s.id = h.subscription_id
          where s.frequency <> 'site' and h.digest_id is null
            and exists (select from "Deal" d where h.object_api_name = 'Deal' and d.id = h.record_id)) as unsent,
        (select count(*)::integer from alert_digest) as digests,
        (select count(*)::integer from notice where key like 'alert:%') as notices,
        (select count(*)::integer from alert_hit h join alert_subscription s on s.id = h.subscription_id
          where pg_visible_in_snapshot(h.xid, s.baseline)) as old`.execute(world.db);
      expect(rows[0]).toMatchObject({ waiting: 0, unsent: 0, old: 0, notices: rows[0]?.digests });
      // A correction is of what a line said before by the same subscription, and is not said beside the change itself.
      const corrected = await sql<{ all: number; unfounded: number; twice: number }>`
      select count(*)::integer as all,
        count(*) filter (where not exists (select from alert_hit h where h.id < c.id and h.told is not null
          and (h.subscription_id, h.object_api_name, h.record_id)
            = (c.subscription_id, c.object_api_name, c.record_id)))::integer as unfounded,
        count(*) filter (where exists (select from alert_hit h where h.kind <> 'corrected' and h.xid = c.xid
          and (h.subscription_id, h.object_api_name, h.record_id)
            = (c.subscription_id, c.object_api_name, c.record_id)))::integer as twice
      from alert_hit c where c.kind = 'corrected'`.execute(world.db);
      expect(corrected.rows[0]).toMatchObject({ unfounded: 0, twice: 0 });
      corrections += corrected.rows[0]?.all ?? 0;
      await world.close();
    },
  );

  it('correct some of what they said', () => {
    expect(corrections).toBeGreaterThan(10);
  });
});
