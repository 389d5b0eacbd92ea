import { setImmediate as turn } from 'node:timers/promises';
import { type Binding, BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { Failure } from '#shared/errors.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { newestCursor, readVisible } from '#server/core/changes/read-changes.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import { type Book, bookOf, type Compared, type Ledger, ledgerOf } from './book.ts';
import { type FirstContacts, firstContacts } from './contact-queries.ts';
import { shownBefore } from './exposure-queries.ts';
import { type Kept, keptRecords } from './queries.ts';

export interface BookDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
}

const DEAL = BINDINGS.transaction.object;
const INSTITUTION = BINDINGS.institution.object;
const PROJECT = BINDINGS.project.object;
const SUBJECTS = [DEAL, INSTITUTION, PROJECT] as const;
type Subject = (typeof SUBJECTS)[number];

/** Entries of the change log that are read at a time. */
const ENTRIES = 1000;
/** With more of them all records are read again. */
const MANY = 20_000;

interface State {
  readonly objects: readonly CatalogObject[];
  readonly cursor: string;
  readonly records: ReadonlyMap<Subject, ReadonlyMap<string, Kept>>;
  readonly ledger: Ledger;
  /** As the day began: it is read once. */
  readonly shown: ReadonlyMap<string, number>;
  readonly contacts: FirstContacts;
  readonly book: Book;
}

/** The book of all deals, institutions and projects, kept in memory and brought up to the change log before each reading. */
export class BookKeeper {
  readonly #deps: BookDeps;
  readonly #queries: ReadQueries;
  #state: State | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: BookDeps) {
    this.#deps = deps;
    this.#queries = new ReadQueries(deps.database.pool, false);
  }

  /** The book with all that was written before the call. */
  read(): Promise<Book> {
    const next = this.#turn.then(() => this.#renewed());
    this.#turn = next.catch(() => undefined);
    return next;
  }

  async #renewed(): Promise<Book> {
    const { catalog, now } = this.#deps;
    const day = shanghaiDay(now());
    const objects = SUBJECTS.map((name) => catalog.object(name));
    const known = this.#state;
    const isSame = known !== undefined && objects.every((object, at) => object === known.objects[at]);
    this.#state = (isSame ? await this.#followed(known, day) : undefined) ?? (await this.#readAll(objects, day));
    return this.#state.book;
  }

  /** What changed since; undefined where that is no longer known. */
  async #followed(known: State, day: string): Promise<State | undefined> {
    const changed = new Map<Subject, Set<string>>(SUBJECTS.map((name) => [name, new Set()]));
    // What another transaction keeps back is read now, and once more when it is final.
    let { cursor } = known;
    for (let more = true, from = cursor, seen = 0; more; seen += ENTRIES) {
      if (seen >= MANY) return undefined;
      const page = await this.#changes(from);
      if (!page) return undefined;
      for (const { objectApiName, id } of page.records) changed.get(objectApiName as Subject)?.add(id);
      cursor = page.final ?? cursor;
      ({ cursor: from, more } = page);
    }
    const compared = known.book.compared;
    const records = new Map<Subject, ReadonlyMap<string, Kept>>();
    for (const [at, name] of SUBJECTS.entries()) {
      const ids = [...(changed.get(name) ?? [])];
      const before = known.records.get(name) ?? new Map<string, Kept>();
      const object = known.objects[at];
      records.set(name, object && ids.length > 0 ? await this.#replaced(before, object, compared, ids) : before);
    }
    const isSame = SUBJECTS.every((name) => records.get(name) === known.records.get(name));
    if (isSame && known.book.day === day) return { ...known, cursor };
    const isOld = known.book.day !== day || records.get(DEAL) !== known.records.get(DEAL);
    const ledger = isOld ? await this.#added(records, compared, day) : known.ledger;
    const { shown, contacts } = known.book.day === day ? known : await this.#asOf(day);
    const book = made(ledger, records, { shown, contacts }, compared);
    return { objects: known.objects, cursor, records, ledger, shown, contacts, book };
  }

  async #changes(cursor: string) {
    try {
      return await readVisible(this.#deps.database.db, cursor, ENTRIES);
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.failure === 'CHANGES_EXPIRED') return undefined;
      throw thrown;
    }
  }

  async #replaced(
    before: ReadonlyMap<string, Kept>,
    object: CatalogObject,
    compared: Compared,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Kept>> {
    const after = new Map(before);
    let isSame = true;
    const read = new Map((await this.#recordsOf(object, compared, ids)).map((kept) => [kept.id, kept]));
    for (const id of ids) {
      const kept = read.get(id);
      if (JSON.stringify(kept) === JSON.stringify(before.get(id))) continue;
      isSame = false;
      if (kept) after.set(id, kept);
      else after.delete(id);
    }
    return isSame ? before : after;
  }

  /** The log is asked first: what is written while records are read is read once more. */
  async #readAll(objects: readonly CatalogObject[], day: string): Promise<State> {
    const cursor = await newestCursor(this.#deps.database.db);
    const compared = comparedOf(objects);
    const records = new Map<Subject, ReadonlyMap<string, Kept>>();
    for (const [at, name] of SUBJECTS.entries()) {
      const object = objects[at];
      const kept = object ? await this.#recordsOf(object, compared) : [];
      records.set(name, new Map(kept.map((one) => [one.id, one])));
    }
    const ledger = await this.#added(records, compared, day);
    const { shown, contacts } = await this.#asOf(day);
    const book = made(ledger, records, { shown, contacts }, compared);
    return { objects, cursor, records, ledger, shown, contacts, book };
  }

  /** What users did before the day, which is read once: no place changes while a user goes through the pages. */
  async #asOf(day: string): Promise<Pick<State, 'shown' | 'contacts'>> {
    const { database, catalog } = this.#deps;
    return {
      shown: await shownBefore(database.db, day),
      contacts: await firstContacts(database.db, catalog, day),
    };
  }

  #added(records: State['records'], compared: Compared, day: string): Promise<Ledger> {
    return ledgerOf([...(records.get(DEAL)?.values() ?? [])], compared, day, () => turn());
  }

  #recordsOf(object: CatalogObject, compared: Compared, ids?: readonly string[]): Promise<Kept[]> {
    const fields = [...fieldsOf(object.apiName as Subject, compared).values()];
    return keptRecords(this.#queries, object.table, fields, ids);
  }
}

function made(
  ledger: Ledger,
  records: State['records'],
  users: Pick<State, 'shown' | 'contacts'>,
  compared: Compared,
): Book {
  // A record that came back is behind those that came after it: the order is that of the ids.
  const institutions = [...(records.get(INSTITUTION)?.values() ?? [])];
  const inOrder = institutions.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const projects = records.get(PROJECT) ?? new Map<string, Kept>();
  return bookOf(ledger, { institutions: inOrder, projects, ...users }, compared);
}

const fieldsOf = (name: Subject, { project, deal, institution }: Compared): ReadonlyMap<string, FieldDefinition> =>
  name === PROJECT ? project : name === INSTITUTION ? institution : deal;

const PROJECT_KEYS = ['status', 'company', 'deadline', 'currency', 'amount', 'amountBand', 'revenue'] as const;
const DEAL_KEYS = ['title', 'company', 'round', 'fundedOn', 'disclosedOn', 'verification', 'leads', 'follows'] as const;

const namesOf = <const B extends Binding>({ fields }: B, keys: readonly (keyof B['fields'] & string)[]): string[] =>
  keys.flatMap((key) => fields[key]?.apiName ?? []);

/** What of the three objects is compared: live fields that are not sealed, by criteria or by what code needs. */
function comparedOf([deal, institution, project]: readonly CatalogObject[]): Compared {
  const live = (object: CatalogObject | undefined, names: readonly (string | undefined)[]) =>
    new Map(
      [...new Set(names)].flatMap((name) => {
        const field = object?.field(name ?? '');
        return field && !isSealed(field) ? [[field.apiName, field] as const] : [];
      }),
    );
  const criteria = project?.definition.criteria ?? [];
  const nameField = institution?.definition.nameField ?? '';
  const fields = {
    project: live(project, [...criteria.map(({ subject }) => subject), ...namesOf(BINDINGS.project, PROJECT_KEYS)]),
    deal: live(deal, [...criteria.map(({ evidence }) => evidence), ...namesOf(BINDINGS.transaction, DEAL_KEYS)]),
    institution: live(institution, [
      nameField,
      ...criteria.flatMap(({ stated, statedTo }) => [stated, statedTo]),
      ...namesOf(BINDINGS.institution, ['isAdvisor', 'verifiedOn', 'currency', 'minCheck', 'leastRevenue', 'leads']),
    ]),
  };
  const pairs = criteria.filter(({ subject }) => fields.project.has(subject));
  return { ...fields, pairs, nameField };
}
