import { BINDINGS } from '#schemas/bindings.ts';
import type { CurrencyValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Database } from '#server/db/database.ts';
import type { Open } from './askers.ts';
import { type KeptMark, lapse, type MarkKey } from './feedback-queries.ts';

type Values = Readonly<Record<string, unknown>>;

/** Days after which a mark leaves nothing out any more. */
const LASTING_DAYS = 180;

const { project: PROJECT } = BINDINGS;
/** Reasons that are about criteria, by the value of their option; all others are about nothing that a record says. */
const ABOUT: Readonly<Record<string, readonly (keyof (typeof PROJECT)['fields'])[]>> = {
  direction: ['industry', 'tracks'],
  stage: ['round'],
  amount: ['amount'],
  region: ['region'],
};

const keysOf = (reason: string): string[] => (ABOUT[reason] ?? []).map((key) => PROJECT.fields[key].apiName);

/** What a project says to a reason, as far as the user may read it; null where it is about nothing that is compared. */
export function saidByProject(reason: string, values: Values, { pairs }: Open): string | null {
  const keys = keysOf(reason).filter((key) => pairs.some(({ subject }) => subject === key));
  return keys.length > 0 ? JSON.stringify(keys.map((key) => comparable(values[key]))) : null;
}

/** What an institution states to a reason, likewise. */
export function saidByInstitution(reason: string, values: Values, { pairs, stated }: Open): string | null {
  const keys = keysOf(reason);
  const about = pairs.filter(({ subject }) => keys.includes(subject) && stated.has(subject));
  const names = about.flatMap(({ stated: from, statedTo }) => [from, statedTo]).filter((name) => name !== undefined);
  return names.length > 0 ? JSON.stringify(names.map((name) => comparable(values[name]))) : null;
}

/** What counts of a value: an equivalent follows the rates and a name its record, and no one has changed it. */
function comparable(value: unknown): unknown {
  if (value === undefined || value === null || typeof value !== 'object') return value ?? null;
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(comparable(one))).toSorted(inOrder);
  const { id } = value as Partial<ReferenceValue>;
  if (id !== undefined) return id;
  const { num, currency, band } = value as CurrencyValue;
  return [num ?? null, currency ?? null, band ?? null];
}

/** All that values say, whatever the rates of the day are and other records are called. */
export const saidIn = (values: Values): string =>
  JSON.stringify(
    Object.entries(values)
      .map(([key, value]) => [key, JSON.stringify(comparable(value))] as const)
      .toSorted(([one], [other]) => inOrder(one, other)),
  );

const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const FACTS = 'match_feedback';

/** What is kept of it: nothing that is closed to anyone is to be read in the table. */
export const factsHash = ({ vault }: Pick<Database, 'vault'>, said: string | null): string | null =>
  said === null ? null : vault.index(said, FACTS);

/** The marks of a user on one list. */
export class Marks {
  readonly #marks: ReadonlyMap<string, KeptMark>;
  readonly #database: Pick<Database, 'db' | 'vault'>;
  readonly #now: Date;
  readonly #lapsed = new Map<string, 'changed' | 'aged'>();

  constructor(database: Pick<Database, 'db' | 'vault'>, marks: ReadonlyMap<string, KeptMark>, now: Date) {
    this.#database = database;
    this.#marks = marks;
    this.#now = now;
  }

  /** Is a record left out by a mark? `saidTo` gives what it says to a reason today. */
  holds(id: string, saidTo: (reason: string) => string | null): boolean {
    const mark = this.#marks.get(id);
    if (!mark || mark.lapsed !== null) return false;
    const why = this.#lapseOf(mark, saidTo(mark.reason));
    if (why) this.#lapsed.set(id, why);
    return why === undefined;
  }

  #lapseOf({ at, facts }: KeptMark, said: string | null): 'changed' | 'aged' | undefined {
    if (facts !== null && said !== null && !this.#database.vault.isIndex(facts, said, FACTS)) return 'changed';
    return this.#now.getTime() - at.getTime() >= LASTING_DAYS * DAY_MS ? 'aged' : undefined;
  }

  /** The mark of a record that is listed again, with why. */
  lapsedOf(id: string): { readonly why: 'changed' | 'aged'; readonly reason: string } | undefined {
    const mark = this.#marks.get(id);
    const why = this.#lapsed.get(id) ?? mark?.lapsed;
    return mark && why ? { why, reason: mark.reason } : undefined;
  }

  /** Keeps what was found to have lapsed: it comes back once, whatever changes later. */
  async keep(keyOf: (id: string) => MarkKey): Promise<void> {
    for (const why of ['changed', 'aged'] as const) {
      const keys = [...this.#lapsed].flatMap(([id, found]) => (found === why ? [keyOf(id)] : []));
      if (keys.length > 0) await lapse(this.#database.db, keys, why, this.#now);
    }
  }
}
