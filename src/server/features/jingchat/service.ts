import type { RecordRow } from '#schemas/api/records.ts';
import type { Sort } from '#schemas/metadata/sort.ts';
import type { KnownValue } from '#shared/assistant/meanings.ts';
import { wordOf } from '#shared/assistant/explanations.ts';
import { candidates } from '#shared/assistant/spans.ts';
import { askedOfHelp, helpAnswer, termAnswer, termOf } from '#shared/assistant/help-questions.ts';
import { normalise } from '#shared/assistant/normalise.ts';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import { readQuestion } from '#shared/assistant/read-question.ts';
import { restOfPronoun } from '#shared/assistant/subject.ts';
import { type AskableObject, type Vocabulary, vocabularyOf } from '#shared/assistant/vocabulary.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, kindText } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { AggregateReader, type GroupFigures } from '#server/core/aggregates/reader.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { openLists } from '#server/core/lists/readable-lists.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import type { ReadScope } from '#server/core/lists/readable-object.ts';
import { HelpLibrary } from '#server/platform/help/library.ts';
import type { Services } from '#server/services.ts';
import { closedFields } from './closed-fields.ts';
import { grownFigures } from './grown.ts';
import { seenValues } from './seen-values.ts';
import { KnownValues } from './known-values.ts';
import { readNamed } from './named-records.ts';
import { foremostFields } from './records-content.ts';
import { linkedWith } from './linked-with.ts';
import { readListed } from './listed-questions.ts';
import { namingRecord, NOTHING_BEFORE, ofList } from './pointing.ts';
import type { Result } from './result.ts';

export interface Answer {
  readonly reading: Reading;
  readonly result?: Result;
  /** Milliseconds that the stages took. */
  readonly timings: { readonly values: number; readonly parse: number; readonly query?: number };
}

const DEFAULT_ROWS = 20;
const MAX_ROWS = 100;
/** Kinds of users whose vocabulary is kept. */
const MAX_KINDS = 32;

type Deps = Pick<Services, 'database' | 'catalog' | 'reader' | 'now'>;

/**
 * Answers questions from what the lists give the asker. A plan is run by the same readers and under the same policy as the
 * lists, and the words it is made of are those of open fields alone: what a list does not show, no question tells.
 */
export class Assistant {
  readonly #deps: Deps;
  readonly #aggregates: AggregateReader;
  readonly #help: HelpLibrary;
  readonly #clock: () => number;
  readonly #known: KnownValues;
  readonly #queries: ReadQueries;
  /** Objects that may be asked about; all that the asker may list when absent. */
  readonly #only: ReadonlySet<string> | undefined;
  readonly #vocabularies = new Map<string, Vocabulary>();
  #edition = -1;

  /** `clock` gives milliseconds, for timings alone. */
  constructor(deps: Deps, clock: () => number, only?: readonly string[], known = new KnownValues(deps)) {
    this.#deps = deps;
    this.#help = new HelpLibrary(deps);
    this.#aggregates = new AggregateReader(deps.database, deps.catalog);
    this.#clock = clock;
    this.#known = known;
    this.#queries = new ReadQueries(deps.database.reads, deps.database.kind === 'postgres');
    this.#only = only && new Set(only);
  }

  /** One that reads by other words and on another day; what the records hold is known to both. */
  trial(catalog: Catalog, now: () => Date): Assistant {
    return new Assistant({ ...this.#deps, catalog, now }, this.#clock, undefined, this.#known);
  }

  /** `most`: rows of a list at most; as many as a page shows when absent. */
  async ask(question: string, actor: Actor, most?: number): Promise<Answer> {
    const started = this.#clock();
    const vocabulary = this.vocabulary(actor);
    const values = await this.#values(question, vocabulary, actor);
    const found = this.#clock();
    const reading = await this.#listed(question, actor, async (rest) =>
      this.#read(rest, vocabulary, rest === question ? values : await this.#values(rest, vocabulary, actor), actor),
    );
    const parsed = this.#clock();
    const timings = { values: found - started, parse: parsed - found };
    if (reading.kind !== 'answer') return { reading, timings };
    const result = await this.run(reading.plan, actor, most);
    return { reading, result, timings: { ...timings, query: this.#clock() - parsed } };
  }

  /** What a question asks for, in the words that are open to the asker. `before` is what the question before it did. */
  read(question: string, actor: Actor, before?: Plan): Promise<Reading> {
    return this.#listed(question, actor, (rest) => this.#readAlone(rest, actor, before));
  }

  /** A question that may name a list of the asker: what it asks beside that is read by `read`. */
  #listed(question: string, actor: Actor, read: (rest: string) => Promise<Reading>): Promise<Reading> {
    const { id } = actor;
    const lists = async () => (id === null ? undefined : openLists(this.#queries, id));
    return readListed({ vocabulary: this.vocabulary(actor), lists, read }, question);
  }

  async #readAlone(question: string, actor: Actor, before?: Plan): Promise<Reading> {
    const vocabulary = this.vocabulary(actor);
    const pointing = {
      catalog: this.#deps.catalog,
      run: (plan: Plan) => this.run(plan, actor),
      read: (other: string) => this.read(other, actor),
    };
    const asked = (before && (await namingRecord(question, before, pointing))) ?? question;
    const values = await this.#values(asked, vocabulary, actor);
    const reading = await this.#read(asked, vocabulary, values, actor, before);
    return asked === question ? ofList(question, reading, before, pointing) : reading;
  }

  async #read(
    question: string,
    vocabulary: Vocabulary,
    values: readonly KnownValue[],
    actor: Actor,
    before?: Plan,
  ): Promise<Reading> {
    if (restOfPronoun(question) !== undefined) return { kind: 'decline', reason: NOTHING_BEFORE };
    const reading = readQuestion(question, vocabulary, values, shanghaiDay(this.#deps.now()), before);
    const helped = await this.#helped(question, reading, actor);
    if (helped) return helped;
    const deps = { ...this.#deps, actor, run: (plan: Plan) => this.run(plan, actor) };
    return (await readNamed(deps, { question, reading, vocabulary, values, before })) ?? reading;
  }

  /** What the help center says of a term, or of how something is done that no query answers; else an explanation as it is. */
  async #helped(question: string, reading: Reading, actor: Actor): Promise<Reading | undefined> {
    const word = wordOf(question);
    if (word !== undefined) {
      const term = termOf(word, await this.#help.terms());
      const explained = reading.kind === 'explain' ? reading : undefined;
      return term ? { ...explained, kind: 'explain', ...termAnswer(term, explained?.sentence) } : explained;
    }
    if (reading.kind === 'answer' || askedOfHelp(question) === undefined) return undefined;
    const answer = helpAnswer(question, await this.#help.articles(actor));
    return answer && { kind: 'explain', ...answer };
  }

  /** What the user may ask about. The same map for all users of one kind, until the metadata changes. */
  askable(actor: Actor): ReadonlyMap<string, AskableObject> {
    return this.vocabulary(actor).objects;
  }

  /** The parts of a question that records hold as a value, in the lists that are open to the asker. */
  values(question: string, actor: Actor): Promise<readonly KnownValue[]> {
    return this.#values(question, this.vocabulary(actor), actor);
  }

  /** Names of records that a text holds letter by letter, in the lists that are open to the asker. */
  async names(text: string, actor: Actor): Promise<string[]> {
    const values = await this.values(text, actor);
    return values.flatMap(({ id, value }) => (id === undefined ? [] : [value]));
  }

  /** @throws Failure as the list of the object would. */
  async run(plan: Plan, actor: Actor, most = MAX_ROWS): Promise<Result> {
    const object = this.#deps.catalog.object(plan.object);
    if (!this.#isAskable(object, actor)) throw new Failure('FORBIDDEN');
    const { scope } = listAccess(object, actor, this.#deps.now(), this.#deps.catalog);
    const selection = await this.#selectionOf(plan, actor, object, scope);
    if (plan.compare) return this.#runCompared(plan, plan.compare, actor);
    if (plan.growth) {
      const { filter, within } = selection;
      const figures = await grownFigures(plan, (own, period, groups) =>
        this.#aggregates.read(object, own, { filter: allOf([...partsOf(filter), period]), within }, scope, groups),
      );
      return { kind: 'figures', ...figures };
    }
    if (plan.measures) return { kind: 'figures', ...(await this.#aggregates.read(object, plan, selection, scope)) };
    const foremost = plan.records ? foremostFields(object.definition) : object.definition.layouts.list.columns;
    const asked = [object.definition.nameField, ...(plan.select ?? foremost)];
    const isOpen = (name: string) => {
      const field = object.field(name);
      return field !== undefined && scope.readable(field);
    };
    const fields = [...new Set(asked)].filter(isOpen);
    const sort = plan.sort?.flatMap((one): Sort[] => ('field' in one ? [one] : []));
    const wanted = plan.limit ?? (most > MAX_ROWS ? most : DEFAULT_ROWS);
    const { records: ids } = plan;
    const query = { ...selection, fields, ...(ids && { ids }), ...(sort && sort.length > 0 && { sort }) };
    const rows: RecordRow[] = [];
    for (let after: string | null | undefined; ;) {
      const pageSize = Math.min(wanted - rows.length, MAX_ROWS);
      const page = await this.#deps.reader.list(object, { ...query, pageSize, ...(after && { after }) }, scope);
      rows.push(...page.list);
      after = page.after;
      const { total, totalIsExact } = page;
      const all = ids ? rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)) : rows;
      if (after === null || rows.length >= wanted) return { kind: 'records', fields, rows: all, total, totalIsExact };
    }
  }

  /** The same numbers of each group. */
  async #runCompared(
    { compare: _groups, ...plan }: Plan,
    groups: NonNullable<Plan['compare']>,
    actor: Actor,
  ): Promise<Result> {
    const rows: GroupFigures[] = [];
    for (const { label, filter } of groups) {
      const result = await this.run({ ...plan, filter: allOf([...partsOf(plan.filter), filter]) ?? filter }, actor);
      const values = result.kind === 'figures' ? result.rows[0]?.values : undefined;
      rows.push({ key: null, label, values: values ?? (plan.measures ?? []).map(() => null) });
    }
    return {
      kind: 'figures',
      rows,
      groups: rows.length,
      totals: (plan.measures ?? []).map(() => null),
      isTied: false,
    };
  }

  /** Records of a plan that have an amount of which no equivalent in CNY is known, so that it is in no sum. */
  async unconverted(plan: Plan, field: string, actor: Actor): Promise<number> {
    const object = this.#deps.catalog.object(plan.object);
    if (!this.#isAskable(object, actor)) throw new Failure('FORBIDDEN');
    const { scope } = listAccess(object, actor, this.#deps.now(), this.#deps.catalog);
    const [total] = await this.#deps.reader.totals(
      object,
      await this.#selectionOf(plan, actor, object, scope),
      [field],
      scope,
    );
    return total?.unknown ?? 0;
  }

  /** Which records a plan is about: by its condition, and by what the records that they link with are to be. */
  async #selectionOf({ filter, linked = [] }: Plan, actor: Actor, object: CatalogObject, scope: ReadScope) {
    const deps = { ...this.#deps, isAskable: (one: CatalogObject) => this.#isAskable(one, actor) };
    const within = await Promise.all(linked.map((one) => linkedWith(deps, one, actor, { object, scope })));
    return { filter, within: allOf(within) };
  }

  /** Objects whose list is the same for all who may open it: what is each user's own is no data to ask about. */
  #isAskable(object: CatalogObject, actor: Actor): boolean {
    if (object.isSystem || (this.#only && !this.#only.has(object.apiName))) return false;
    try {
      return listAccess(object, actor, this.#deps.now(), this.#deps.catalog).owner === undefined;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  /** The words of a user. Those of users of one kind are worked out once for each state of the metadata. */
  vocabulary(actor: Actor): Vocabulary {
    const { edition } = this.#deps.catalog;
    if (this.#edition !== edition) this.#vocabularies.clear();
    this.#edition = edition;
    const kind = kindText(actor);
    const known = this.#vocabularies.get(kind);
    if (known) return known;
    const made = this.#makeVocabulary(actor);
    if (this.#vocabularies.size >= MAX_KINDS) this.#vocabularies.clear();
    this.#vocabularies.set(kind, made);
    return made;
  }

  #makeVocabulary(actor: Actor): Vocabulary {
    const open = this.#deps.catalog.storedObjects.filter((object) => this.#isAskable(object, actor));
    return vocabularyOf(
      open.map((object): AskableObject => {
        const { apiName, label, description, synonyms, measureWord, nameField, layouts } = object.definition;
        const { columns, filters, sort } = layouts.list;
        const listed = [...new Set([...sort.map(({ field }) => field), ...columns, ...filters])];
        return {
          apiName,
          label,
          ...(description !== undefined && { description }),
          ...(synonyms && { synonyms }),
          ...(measureWord && { measureWord }),
          nameField,
          fields: listableFields(object, actor),
          closed: closedFields(object, actor),
          listed,
        };
      }),
    );
  }

  async #values(question: string, { objects }: Vocabulary, actor: Actor): Promise<readonly KnownValue[]> {
    const found = await this.#known.find([...objects.values()], candidates(question, normalise(question)));
    return seenValues(this.#deps, found, actor);
  }
}
