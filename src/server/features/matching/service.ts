import type { giveFeedback, HiddenReason, MatchList, MatchOrder } from '#schemas/api/match-lists.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import type { Institution } from '#shared/matching/kinds/kind.ts';
import { emptyProfile } from '#shared/matching/profile.ts';
import { type Query, type Scored, scorerOf } from '#shared/matching/score.ts';
import type { Member } from '#shared/policy/actor.ts';
import { listableFields, listView } from '#server/core/catalog/object-view.ts';
import { type Cursor, Cursors } from '#server/core/lists/cursor.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { investorOf, type Open, openTo, ownProject } from './askers.ts';
import type { Book, Known } from './book.ts';
import { BookKeeper } from './book-keeper.ts';
import { explained } from './explained.ts';
import { noteShown } from './exposure-queries.ts';
import { give, openReasons } from './feedback.ts';
import { unfitInstitutions, unfitProjects } from './feedback-queries.ts';
import { gateOf } from './gates.ts';
import { type MandateAsked, mandateOf } from './mandates.ts';
import type { MatchDeps } from './match-deps.ts';
import { factsOf, forMandate, holdersOf, knownTo, linksOf, type Names, queryOf } from './query.ts';
import type { Kept } from './queries.ts';
import { bestOf } from './ranking.ts';

interface Paging {
  readonly order?: MatchOrder;
  readonly after?: string;
  readonly pageSize?: number;
}

/** By what a row of the page was judged. */
interface Judged {
  readonly query: Query;
  readonly institution: Institution;
  readonly deals: Known['deals'];
  readonly setAside?: ReadonlySet<string>;
}

const PAGE = 20;
const INSTITUTION = BINDINGS.institution.object;
const PROJECT = BINDINGS.project.object;

const HIDDEN_LABELS: Readonly<Record<HiddenReason, string>> = {
  unfit: '已标记不合适',
  held: '已投资该企业',
  advisor: '为财务顾问',
  paused: '未在融资中',
  over: '已过截止日期',
  currency: '币种不符',
  revenue: '低于最低营收',
};

/** Lists in which institutions and projects find one another, the best first, with the reasons. */
export class Matching {
  readonly #deps: MatchDeps;
  readonly #books: BookKeeper;
  readonly #records: RecordValuesReader;
  readonly #cursors: Cursors;

  constructor(deps: MatchDeps) {
    this.#deps = deps;
    this.#books = new BookKeeper(deps);
    this.#records = new RecordValuesReader(deps);
    this.#cursors = new Cursors(deps.database.vault);
  }

  /** @throws Failure UNKNOWN_RECORD for a project of others, as for none; INVALID_QUERY for a cursor of another list. */
  async investors({ project: id, ...paging }: Paging & { project: string }, actor: Member): Promise<MatchList> {
    const { database, catalog } = this.#deps;
    const book = await this.#books.read();
    const project = await ownProject(database.db, book, id, actor);
    const open = openTo(actor, book, catalog, true);
    const facts = factsOf(project, open, book, await this.#namesOf([project], open, book));
    const query = queryOf(book, open, facts, paging.order);
    const scorer = scorerOf(query);
    const holders = holdersOf(project, book);
    const hidden = new Hidden();
    const known = knownTo(book, open);
    const candidates: Scored[] = [];
    const unfit = await unfitInstitutions(database.db, actor.id, id);
    for (const institution of known.values()) {
      if (unfit.has(institution.id)) hidden.add('unfit');
      else if (institution.isAdvisor) hidden.add('advisor');
      else if (holders.has(institution.id)) hidden.add('held');
      else candidates.push(scorer.score(institution));
    }
    const name = await this.#deps.reader.names(catalog.object(PROJECT), [id]);
    const page = await this.#page(INSTITUTION, candidates, hidden, book, open, actor, {
      ...paging,
      identity: `institutions for ${id}`,
      judgedOf: (one) => {
        const institution = known.get(one);
        return institution && { query, institution, deals: institution.deals };
      },
      asker: 'project',
      subject: { id, name: name.get(id) ?? '' },
      missing: open.pairs
        .filter(({ subject, kind }) => kind !== 'network' && !facts[subject])
        .map(({ subject }) => subject),
    });
    await noteShown(database, { day: book.day, project: id, rows: page.list }, actor).catch(this.#deps.report);
    return page;
  }

  /**
   * For a certified investor. @throws Failure INVALID_QUERY for a cursor of another list, UNKNOWN_RECORD for a mandate of
   * others, INVALID_BODY for a draft that no mandate could be.
   */
  async projects({ mandate: id, draft, ...paging }: Paging & MandateAsked, actor: Member): Promise<MatchList> {
    const { database, catalog } = this.#deps;
    const book = await this.#books.read();
    const sources = { ...this.#deps, db: database.db, records: this.#records };
    const mandate = await mandateOf(sources, { mandate: id, draft }, book, actor);
    const investor = await investorOf(sources, book, actor);
    const open = openTo(actor, book, catalog, false);
    const known = book.institutions.get(investor.institution?.id ?? '');
    const own = known && knownTo(book, open).get(known.id);
    // How often others are shown the institution is not for it to know, and tells its projects apart in nothing.
    const stated = { ...own?.stated, ...investor.stated };
    const plain = { id: '0', profile: emptyProfile(), ...own, stated, shown: 0 };
    const institution: Institution = mandate ? forMandate(plain, mandate.stated, open) : plain;
    const hidden = new Hidden();
    const unfit = await unfitProjects(database.db, actor.id);
    const listed = new Set(listableFields(catalog.object(PROJECT), actor).map(({ apiName }) => apiName));
    const gates = { book, known, wanted: mandate?.wanted, isOpen: (name: string) => listed.has(name) };
    const raising = [...book.projects.values()].filter((project) => {
      const reason = unfit.has(project.id) ? 'unfit' : gateOf(project, gates);
      if (reason) hidden.add(reason);
      return reason === undefined;
    });
    const names = await this.#namesOf(raising, open, book);
    const judge = (project: Kept): Query =>
      queryOf(book, open, factsOf(project, open, book, names), 'focused', paging.order !== 'focused');
    const candidates = raising.map((project): Scored => {
      const { units } = scorerOf(judge(project)).score(institution);
      return { id: project.id, units, deals: 0 };
    });
    const setAside = new Set(Object.keys(mandate?.stated ?? {}));
    const says = new Set([
      ...Object.keys(institution.stated ?? {}),
      ...(known ? open.pairs.map(({ subject }) => subject) : []),
    ]);
    return this.#page(PROJECT, candidates, hidden, book, open, actor, {
      ...paging,
      identity: `projects ${mandate ? JSON.stringify(mandate.wanted) : ''}`,
      judgedOf: (id) => {
        const project = book.projects.get(id);
        return project && { query: judge(project), institution, deals: known?.deals ?? [], setAside };
      },
      asker: 'institution',
      subject: investor.institution ?? null,
      missing: open.pairs
        .filter(({ subject, kind }) => kind !== 'network' && !says.has(subject))
        .map(({ subject }) => subject),
    });
  }

  /** @throws Failure as `give` does. */
  feedback(body: BodyOf<typeof giveFeedback>, actor: Member): Promise<void> {
    return give(this.#deps, this.#books, body, actor);
  }

  /** Names of the records that these projects link to in criteria, by id. */
  async #namesOf(projects: readonly Kept[], { pairs }: Open, { compared }: Book): Promise<Names> {
    const names = new Map<string, string>();
    for (const { subject, kind } of pairs) {
      const field = compared.project.get(subject);
      const target =
        field && isLinking(field) && kind !== 'network'
          ? this.#deps.catalog.find(field.targetApiName ?? '')
          : undefined;
      if (!field || !target) continue;
      const ids = new Set(projects.flatMap(({ values }) => linksOf(values[subject]).map(({ id }) => id)));
      for (const [id, name] of await this.#deps.reader.names(target, [...ids]))
        names.set(`${field.apiName} ${id}`, name);
    }
    return names;
  }

  async #page(
    apiName: string,
    candidates: readonly Scored[],
    hidden: Hidden,
    book: Book,
    open: Open,
    actor: Member,
    asked: Asked,
  ): Promise<MatchList> {
    const { catalog, reader, now } = this.#deps;
    const object = catalog.object(apiName);
    const { scope } = listAccess(object, actor, now(), catalog);
    const layout = listView(object, actor);
    const identity = [actor.id, asked.identity, asked.order ?? 'likely', book.day].join('\n');
    const behind = asked.after === undefined ? undefined : scoredOf(this.#cursors.read(identity, asked.after));
    const { rows, before, hasMore } = bestOf(candidates, asked.pageSize ?? PAGE, behind);
    const ids = rows.map(({ id }) => id);
    const fields = [layout.nameField, ...layout.columns.filter((name) => name !== layout.nameField)];
    const page = await reader.list(object, { ids, fields, pageSize: Math.max(1, ids.length) }, scope);
    const shown = new Map(page.list.map((values) => [values.id, values]));
    const last = rows.at(-1);
    return {
      layout,
      list: rows.flatMap(({ id }, at) => {
        const place = before + at + 1;
        const judged = asked.judgedOf(id);
        if (!judged) return [];
        const row = explained({ ...judged, book, labels: open.labels, place, asker: asked.asker });
        return [{ ...row, id, place, values: shown.get(id) ?? { id } }];
      }),
      total: candidates.length,
      after: last && hasMore ? this.#cursors.write(identity, cursorOf(last, before + rows.length)) : null,
      hidden: hidden.list(),
      reasons: openReasons(catalog),
      basis: {
        deals: book.deals,
        on: book.day,
        subject: asked.subject,
        missing: asked.missing.map((key) => open.labels[key] ?? key),
      },
    };
  }
}

/** What a page is asked for, beside the candidates. */
interface Asked extends Paging {
  readonly identity: string;
  readonly judgedOf: (id: string) => Judged | undefined;
  readonly asker: 'project' | 'institution';
  readonly subject: MatchList['basis']['subject'];
  /** Keys of criteria that the subject says nothing of. */
  readonly missing: readonly string[];
}

/** Counts those who are left out, by reason. */
class Hidden {
  readonly #counts = new Map<HiddenReason, number>();

  add(reason: HiddenReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  list(): MatchList['hidden'] {
    return [...this.#counts].map(([reason, count]) => ({ reason, label: HIDDEN_LABELS[reason], count }));
  }
}

const scoredOf = ({ position: { id, values } }: Cursor): Scored => ({
  id,
  units: Number(values[0] ?? 0),
  deals: Number(values[1] ?? 0),
});

const cursorOf = ({ id, units, deals }: Scored, seen: number): Cursor => ({
  position: { id, values: [String(units), String(deals)] },
  seen,
});
