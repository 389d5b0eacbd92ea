import type { Db } from '#server/db/database.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { deleteContactViews, deleteHistory, deleteImportKept, deleteNotices, type HistoryPlace } from './queries.ts';

/** For how many days each is kept; 0 for ever. */
export interface RetentionDays {
  readonly history: number;
  readonly contactViews: number;
  readonly notices: number;
  readonly importKept: number;
}

/** What is kept for days alone. */
export interface Retained {
  readonly name: string;
  /** Takes away what is older, slice by slice, and gives how much that was. */
  readonly run: (now: Date) => Promise<number>;
}

const BEGINNING: HistoryPlace = { object: '', record: '0', version: 0 };

/** Deletes slice by slice until nothing is left. */
async function untilNone(slice: () => Promise<number>): Promise<number> {
  let gone = 0;
  for (let last = -1; last !== 0; gone += last) last = await slice();
  return gone;
}

/** Goes through the history once a day: each time all of it is looked at. */
class HistoryWalk {
  #walkedAt = Number.NEGATIVE_INFINITY;

  async run(db: Db, now: Date, before: Date): Promise<number> {
    if (now.getTime() - this.#walkedAt < DAY_MS) return 0;
    let gone = 0;
    for (let place: HistoryPlace | undefined = BEGINNING; place !== undefined;) {
      const slice: Awaited<ReturnType<typeof deleteHistory>> = await deleteHistory(db, before, place);
      gone += slice.gone;
      place = slice.next;
    }
    this.#walkedAt = now.getTime();
    return gone;
  }
}

/** What the configuration lets go, by the name of its sweep. Proofs are not among it: the audit log, the ledger, what was paid for. */
export function retained(db: Db, days: RetentionDays): readonly Retained[] {
  const walk = new HistoryWalk();
  const before = (now: Date, count: number) => new Date(now.getTime() - count * DAY_MS);
  const of = (name: string, count: number, run: (now: Date, before: Date) => Promise<number>): Retained[] =>
    count === 0 ? [] : [{ name, run: (now) => run(now, before(now, count)) }];
  return [
    ...of('record_history', days.history, (now, old) => walk.run(db, now, old)),
    ...of('contact_views', days.contactViews, (_now, old) => untilNone(() => deleteContactViews(db, old))),
    ...of('notices', days.notices, (_now, old) => untilNone(() => deleteNotices(db, old))),
    ...of('import_kept', days.importKept, (_now, old) => untilNone(() => deleteImportKept(db, old))),
  ];
}
