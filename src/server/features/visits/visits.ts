import { BINDINGS } from '#schemas/bindings.ts';
import { type Stay, VISIT_SOURCES } from '#schemas/api/visits.ts';
import { type Actor, isMember, isStaff } from '#shared/policy/actor.ts';
import { MINUTE_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { unguessableId } from '#server/core/records/record-ids.ts';
import type { Database } from '#server/db/database.ts';
import { type NewVisit, readCards, storeVisits } from './queries.ts';

export interface VisitDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
  /** Visits could not be stored: no caller waits for it. */
  readonly report: (error: unknown) => void;
}

/** How soon what was noted is stored, in milliseconds. */
const FLUSH_MS = 1000;
/** After so long without a sign of the visitor, in milliseconds, an open is another one: see storeVisits. */
const NEW_OPEN_MS = 30 * MINUTE_MS;
/** Looks that are gathered at most before they are stored at once. */
const MAX_WAITING = 500;

type Waiting = { -readonly [Key in keyof NewVisit]: NewVisit[Key] };

/**
 * Notes who looks at companies and projects. Looks are gathered in memory and stored together about every second, so that
 * reading a page does not wait for them: a crash loses the last second of them.
 */
export class Visits {
  readonly #deps: VisitDeps;
  #waiting = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(deps: VisitDeps) {
    this.#deps = deps;
  }

  /** A user opened the page of a record. Never throws, and takes no time worth the name. */
  note(objectApiName: string, id: string, actor: Actor): void {
    this.#add(objectApiName, id, actor, { opened: true, seconds: 0, sections: [], source: 0 });
  }

  /** A page that a user opened before was on screen for so long. */
  stay({ objectApiName, id, seconds, sections = [], source = 'link' }: Stay, actor: Actor): void {
    const led = VISIT_SOURCES.indexOf(source);
    this.#add(objectApiName, id, actor, { opened: false, seconds, sections, source: led });
  }

  /** Stores what was noted until now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size > 0) {
      const visits = [...this.#waiting.values()];
      this.#waiting = new Map();
      // One after the other: the second may go on what the first begins.
      this.#storing = this.#storing.then(() => this.#store(visits)).catch(this.#deps.report);
    }
    return this.#storing;
  }

  #add(
    object: string,
    id: string,
    actor: Actor,
    { opened, seconds, sections, source }: Pick<NewVisit, 'opened' | 'seconds' | 'sections' | 'source'>,
  ): void {
    const isCompany = object === BINDINGS.company.object;
    if (!isMember(actor) || isStaff(actor) || (!isCompany && object !== BINDINGS.project.object)) return;
    const key = `${actor.id} ${object} ${id}`;
    const at = this.#deps.now().toISOString();
    let before = this.#waiting.get(key);
    if (before && Date.parse(at) - Date.parse(before.last) >= NEW_OPEN_MS) {
      void this.flush();
      before = undefined;
    }
    if (before) {
      before.last = at;
      before.opened ||= opened;
      before.seconds += seconds;
      before.source ||= source;
      before.sections = [...new Set([...before.sections, ...sections])];
      return;
    }
    this.#waiting.set(key, {
      account: actor.id,
      company: isCompany ? id : null,
      project: isCompany ? null : id,
      object,
      first: at,
      last: at,
      opened,
      seconds,
      sections,
      source,
      id: unguessableId(),
      visitor: unguessableId(),
    });
    if (this.#waiting.size >= MAX_WAITING) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  async #store(visits: readonly NewVisit[]): Promise<void> {
    const { database, catalog, now } = this.#deps;
    const accounts = [...new Set(visits.map(({ account }) => account))];
    await database.db.transaction().execute(async (trx) => {
      await readCards(trx, catalog, accounts, shanghaiDay(now()));
      // In one order, so that two processes cannot wait for each other.
      await storeVisits(
        trx,
        catalog,
        visits.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
      );
    });
    // What follows commits reads visits too. Lists do not hear of them: the moment would say who came.
    database.commits.hear([]);
  }
}

const keyOf = ({ account, company, project }: NewVisit): string => `${account} ${company ?? ''} ${project ?? ''}`;
