import { Failure } from '#shared/errors.ts';
import { type Actor, isMember } from '#shared/policy/actor.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { isPublished } from '#server/core/catalog/published.ts';
import { whenToTryAgain } from '#server/platform/limits/windows.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import type { Services } from '#server/services.ts';
import { type Budget, Budgets } from './budgets.ts';
import { type Meter, UNCOUNTED } from './meter.ts';
import { readingIsSlow } from './notices.ts';
import { putUse, type ReadUse } from './put-use.ts';
import { type Counts, knownUse, knownVisitorUse, readOn, sum, type Way, WAYS } from './queries.ts';
import { keyOf, type Reader, readerOf } from './readers.ts';

export interface RowUseDeps extends Pick<Services, 'database' | 'catalog' | 'reader' | 'hints' | 'now'> {
  /** What was counted could not be stored: no caller waits for it. */
  readonly report: (error: unknown) => void;
}

/** How soon what was counted is stored, in milliseconds: what a process that is killed forgets. */
const FLUSH_MS = 2000;
/** Records of one account that are counted in memory at most, as far as one answer goes. */
const MOST_PENDING = 1000;
/** An account that is slowed down reads for so long at once, and never has to wait for longer, in milliseconds. */
const BURST_MS = 30_000;
const LONGEST_WAIT_MS = 2 * MINUTE_MS;
/** Accounts that are kept in memory. */
const MOST_KEPT = 20_000;

const NONE: Counts = { lists: 0, searches: 0, programs: 0, exports: 0 };

/** What is known here of what a reader read on a day. */
interface Use {
  readonly reader: Reader;
  readonly day: string;
  readonly usual: number | null;
  budget: Budget;
  /** All that is stored, by every process, as of the last time that this one looked. */
  stored: number;
  /** Counted here: on its way to the database, and since then. */
  sending: number;
  pending: Counts;
  /** Milliseconds since 1970 at which an account that is slowed down has its whole burst again. */
  fullAt: number;
  pace: number;
  slowed: boolean;
  spent: boolean;
  /** The account was notified that it is slowed down. */
  notified: boolean;
}

/**
 * Counts the records that accounts, and visitors by their networks, are given by lists, search, programs and files together,
 * and refuses more than the budget of a day of Asia/Shanghai. A request is judged by what this process knows: what it counted itself, and what all processes
 * had stored when it last looked. It stores what it counted within FLUSH_MS and learns the sum by that, so that no list waits
 * for the database and a reader may pass the budget by what is read elsewhere within that time. A process that is killed
 * forgets what it counted since: a reader has that much more on the day, and no count is ever too high.
 */
export class RowUse {
  readonly #deps: RowUseDeps;
  readonly #budgets: Budgets;
  readonly #uses = new Map<string, Promise<Use>>();
  readonly #changed = new Set<Use>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(deps: RowUseDeps) {
    this.#deps = deps;
    this.#budgets = new Budgets(deps);
  }

  /** Counts a request that gives records of an object, when its records are published. @throws Failure as `admit` of the meter */
  async open(actor: Actor, way: Way, object: CatalogObject | undefined): Promise<Meter> {
    const meter = await this.meter(actor, way);
    if (object && isPublished(object)) meter.admit();
    return meter;
  }

  /** Counts a request, which is not judged until it asks for that. */
  async meter(actor: Actor, way: Way): Promise<Meter> {
    const use = await this.#useOf(actor);
    if (!use) return UNCOUNTED;
    const { rows: limit } = use.budget;
    return {
      limit,
      left: () => Math.max(0, (limit ?? Infinity) - this.#read(use)),
      admit: () => this.#admit(use),
      add: (rows, of) => {
        if (rows !== 0 && (!of || isPublished(of))) this.#add(use, way, rows);
      },
    };
  }

  /** What an account read today, on all processes, and what it may; undefined where it is not counted. */
  async today(actor: Actor) {
    if (!isMember(actor)) return undefined;
    const use = await this.#useOf(actor);
    if (!use) return undefined;
    await this.flush();
    const ways = await readOn(this.#deps.database.db, actor.id, use.day);
    use.stored = Math.max(use.stored, sum(ways));
    return { ...ways, used: sum(ways), limit: use.budget.rows, isSlow: this.#beyond(use) > 0 };
  }

  /** Stores what was counted until now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One after the other: what is on its way counts until it is known to be there.
    this.#storing = this.#storing.then(() => this.#store()).catch(this.#deps.report);
    return this.#storing;
  }

  #read({ stored, sending, pending }: Use): number {
    return stored + sending + sum(pending);
  }

  /** Records beyond those above which an account is slowed down; 0 for all others. */
  #beyond(use: Use): number {
    const { slow } = use.budget;
    if (!slow || use.usual === null) return 0;
    return Math.max(0, this.#read(use) - Math.max(slow.above, slow.times * use.usual));
  }

  #admit(use: Use): void {
    const now = this.#deps.now();
    const { rows } = use.budget;
    if (rows !== null && this.#read(use) >= rows) {
      if (!use.spent) {
        use.spent = true;
        this.#plan(use);
      }
      const untilTomorrow = startOfShanghaiDay(use.day).getTime() + DAY_MS - now.getTime();
      const all = rows.toLocaleString('en');
      const isVisitor = use.reader.account === null;
      const why = isVisitor
        ? `未登录每日可读取的 ${all} 条记录已用完，登录后可继续`
        : `今日可读取的 ${all} 条记录已用完`;
      this.#refuse(untilTomorrow, why, now);
    }
    if (this.#beyond(use) === 0) return;
    const ahead = use.fullAt - now.getTime() - BURST_MS;
    const left = rows === null ? '' : `（今日还可读取 ${(rows - this.#read(use)).toLocaleString('en')} 条）`;
    if (ahead > 0) this.#refuse(ahead, `今日读取的记录远多于平常，已放慢${left}`, now);
  }

  #refuse(ms: number, why: string, now: Date): never {
    const retryAfter = Math.max(1, Math.ceil(ms / 1000));
    throw new Failure('TOO_MANY_REQUESTS', `${why}，${whenToTryAgain(retryAfter, now)}`, [], { retryAfter });
  }

  #add(use: Use, way: Way, rows: number): void {
    use.pending[way] += rows;
    const { slow } = use.budget;
    const beyond = this.#beyond(use);
    if (!slow || beyond === 0) return this.#plan(use, Math.abs(sum(use.pending)) >= MOST_PENDING);
    use.slowed = true;
    const pace = (Math.min(Math.max(0, rows), beyond) * MINUTE_MS) / slow.perMinute;
    const at = this.#deps.now().getTime();
    use.pace += pace;
    use.fullAt = Math.min(Math.max(use.fullAt, at) + pace, at + LONGEST_WAIT_MS);
    this.#plan(use, true);
  }

  #plan(use: Use, isUrgent = false): void {
    this.#changed.add(use);
    if (isUrgent) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  async #useOf(actor: Actor): Promise<Use | undefined> {
    const reader = readerOf(actor, this.#deps.database.vault);
    const budget = reader && (await this.#budgets.of(actor));
    if (!budget) return undefined;
    const day = shanghaiDay(this.#deps.now());
    const use = await this.#ofDay(reader, day, budget);
    use.budget = budget;
    return use;
  }

  async #ofDay(reader: Reader, day: string, budget: Budget): Promise<Use> {
    const key = keyOf(reader);
    for (;;) {
      const kept = this.#uses.get(key);
      const known = await kept;
      if (known?.day === day) return known;
      // Of requests that come at once at midnight, the first begins the day.
      if (this.#uses.get(key) === kept) return this.#begin(reader, day, budget);
    }
  }

  #begin(reader: Reader, day: string, budget: Budget): Promise<Use> {
    if (this.#uses.size >= MOST_KEPT) this.#uses.clear();
    const { db } = this.#deps.database;
    const known =
      reader.account === null ? knownVisitorUse(db, reader.network, day) : knownUse(db, reader.account, day);
    const key = keyOf(reader);
    const beginning = known.then(({ rows, usual, pacedUntil }): Use => ({
      reader,
      day,
      usual,
      budget,
      stored: rows,
      sending: 0,
      pending: { ...NONE },
      fullAt: pacedUntil === null ? 0 : Date.parse(pacedUntil),
      pace: 0,
      slowed: false,
      spent: false,
      notified: false,
    }));
    this.#uses.set(key, beginning);
    beginning.catch(() => this.#uses.delete(key));
    return beginning;
  }

  async #store(): Promise<void> {
    const { database, now } = this.#deps;
    const uses = [...this.#changed];
    if (uses.length === 0) return;
    this.#changed.clear();
    const counted = uses.map((use): ReadUse => {
      const { reader, day, usual, budget, pending, pace, slowed, spent } = use;
      use.pending = { ...NONE };
      use.sending = sum(pending);
      use.pace = 0;
      return { reader, day, usual, budget: budget.rows, slowed, spent, ...pending, pace: Math.round(pace) };
    });
    const at = now();
    try {
      const stored = await putUse(database.db, counted, at, LONGEST_WAIT_MS);
      for (const use of uses) {
        const found = stored.get(`${keyOf(use.reader)} ${use.day}`);
        use.stored = found?.rows ?? use.stored + use.sending;
        use.sending = 0;
        if (found?.pacedUntil) use.fullAt = Math.max(use.fullAt, Date.parse(found.pacedUntil));
      }
    } catch (error) {
      for (const [index, use] of uses.entries()) {
        const back = counted[index];
        if (back) for (const way of WAYS) use.pending[way] += back[way];
        use.pace += back?.pace ?? 0;
        use.sending = 0;
        this.#plan(use);
      }
      throw error;
    }
    for (const use of uses) if (use.slowed && !use.notified) await this.#notify(use, at);
  }

  /** Once a day, whichever processes it is slowed down by: a notice of one key is stored once. */
  async #notify(use: Use, at: Date): Promise<void> {
    const { database, hints } = this.#deps;
    const { reader, day, usual } = use;
    const { account } = reader;
    if (account === null) return;
    await database.db
      .transaction()
      .execute((trx) => notifyUser(trx, readingIsSlow({ account, day, usual }, this.#read(use)), at));
    hints.announceNotice(account);
    use.notified = true;
  }
}
