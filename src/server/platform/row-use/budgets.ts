import { BINDINGS } from '#schemas/bindings.ts';
import type { BoundValues } from '#shared/bindings/bound-values.ts';
import { type Actor, isMember, isStaff } from '#shared/policy/actor.ts';
import { kindsOfActor } from '#shared/policy/kinds-of-actor.ts';
import { boundRecords } from '#server/core/bindings/bound-records.ts';
import type { Services } from '#server/services.ts';

/** How much may be read on a day by an account, or by the visitors of a network. */
export interface Budget {
  /** Records of a day; null for as many as wanted. */
  readonly rows: number | null;
  /** Reading is slowed down to so many records a minute above so many of a day that are so many times the usual ones. */
  readonly slow: { readonly above: number; readonly times: number; readonly perMinute: number } | null;
}

/** As the option set `rowBudgetKind` has them. */
function kindsOf(actor: Actor): readonly string[] {
  if (!isMember(actor)) return ['visitor'];
  return isStaff(actor) ? ['staff'] : kindsOfActor(actor);
}

export type BudgetDeps = Pick<Services, 'database' | 'catalog' | 'reader' | 'now'>;

type Values = BoundValues<typeof BINDINGS.rowBudget>;

/** How long what staff wrote on another process may go unseen here, in milliseconds. */
const KEPT_MS = 10_000;
const MOST = 100;

/** What the records of RowBudget say, kept in memory: every list asks for it. */
export class Budgets {
  readonly #deps: BudgetDeps;
  #kept: { readonly at: number; readonly all: Promise<readonly Values[]> } | undefined;

  constructor(deps: BudgetDeps) {
    this.#deps = deps;
    const { object } = BINDINGS.rowBudget;
    deps.database.commits.listen((changed) => {
      if (changed.some(({ objectApiName }) => objectApiName === object)) this.#kept = undefined;
    });
  }

  /** The widest of those that are for a user, or for visitors; undefined where none is. */
  async of(actor: Actor): Promise<Budget | undefined> {
    const kinds = kindsOf(actor);
    const own = (await this.#all()).filter(({ kinds: wanted = [] }) => wanted.some((kind) => kinds.includes(kind)));
    const [widest] = own.toSorted((one, other) => (other.rows ?? Infinity) - (one.rows ?? Infinity) || 0);
    if (!widest) return undefined;
    const { rows = null, slowAbove, slowTimes, slowRows } = widest;
    const isSlowed = slowAbove !== undefined && slowTimes !== undefined && slowRows !== undefined;
    return { rows, slow: isSlowed ? { above: slowAbove, times: slowTimes, perMinute: slowRows } : null };
  }

  #all(): Promise<readonly Values[]> {
    const at = this.#deps.now().getTime();
    if (this.#kept && Math.abs(at - this.#kept.at) < KEPT_MS) return this.#kept.all;
    const kept = { at, all: this.#read() };
    this.#kept = kept;
    // What could not be read is read again by the next who asks.
    kept.all.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return kept.all;
  }

  async #read(): Promise<readonly Values[]> {
    return (await boundRecords(this.#deps, BINDINGS.rowBudget, { most: MOST })).map(({ values }) => values);
  }
}
