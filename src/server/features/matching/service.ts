import type { giveFeedback, MatchList } from '#schemas/api/match-lists.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import type { Institution } from '#shared/matching/kinds/kind.ts';
import { emptyProfile } from '#shared/matching/profile.ts';
import { type Query, type Scored, scorerOf } from '#shared/matching/score.ts';
import type { Actor, Member } from '#shared/policy/actor.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import { Cursors } from '#server/core/lists/cursor.ts';
import { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { investorOf, type Open, openTo } from './askers.ts';
import type { Book } from './book.ts';
import { BookKeeper } from './book-keeper.ts';
import { contactsOfInstitutions, contactsOfProjects } from './contact-queries.ts';
import { noteShown } from './exposure-queries.ts';
import { give } from './feedback.ts';
import { keptMarks } from './feedback-queries.ts';
import { floorsOf, gatesOfInstitution, gatesOfProject, termsOfProject } from './gates.ts';
import { Hidden } from './hidden.ts';
import { judgedBy } from './judged.ts';
import { LEAD } from './lead.ts';
import { type MandateAsked, mandateOf } from './mandates.ts';
import { Marks, saidByInstitution, saidByProject, saidIn } from './marks.ts';
import type { MatchDeps } from './match-deps.ts';
import { bandA, pageOf, type Paging, refuseLimited, withinList } from './page.ts';
import { factsOf, forMandate, holdersOf, knownTo, linksOf, type Names, queryOf } from './query.ts';
import type { Kept } from './queries.ts';
import { type SubjectAsked, subjectOf, subjectsOf } from './subjects.ts';
import { slidersOf, weighed } from './weights.ts';

const INSTITUTION = BINDINGS.institution.object;
const PROJECT = BINDINGS.project.object;
/** What marks of an investor are kept under: no project of their own. */
const AS_INVESTOR = '0';

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

  get #sources() {
    return { ...this.#deps, db: this.#deps.database.db, records: this.#records };
  }

  /**
   * @throws Failure as `subjectOf` does; INVALID_QUERY for a filter that the list of institutions would not take, and for a cursor
   * of another list.
   */
  async investors(body: Paging & SubjectAsked, actor: Member): Promise<MatchList> {
    const { database, report } = this.#deps;
    const { ranking, published, keepMarks } = await this.#investors(body, actor);
    await keepMarks();
    const page = await pageOf(this.#deps, this.#cursors, ranking, body, actor);
    if (published !== undefined && body.only === undefined)
      await noteShown(database, { day: ranking.book.day, project: published, rows: page.list }, actor).catch(report);
    return page;
  }

  async #investors({ project, request, draft, ...asked }: Paging & SubjectAsked, actor: Member) {
    const { database, catalog, now } = this.#deps;
    refuseLimited(catalog, actor);
    const book = await this.#books.read();
    const subject = await subjectOf(this.#sources, { project, request, draft }, book, actor);
    const { kept } = subject;
    const own = openTo(actor, book, catalog, true);
    const open = subject.facts[LEAD.subject] ? { ...own, pairs: [...own.pairs, LEAD] } : own;
    const facts = { ...factsOf(kept, open, book, await this.#namesOf([kept], open, book, actor)), ...subject.facts };
    const constants = asked.order === 'focused' ? [] : (['activity', 'reply'] as const);
    const weights = weighed(open.pairs, constants, open.labels, asked.weights);
    const query = queryOf(book, open, facts, { order: asked.order, sliders: slidersOf(weights) });
    const scorer = scorerOf(query);
    const isOpen = openIn(listableFields(catalog.object(INSTITUTION), actor));
    const gates = { holders: holdersOf(kept, book), terms: termsOfProject(kept), isOpen };
    const hidden = new Hidden(asked);
    const known = knownTo(book, open);
    const within = await withinList(this.#deps, INSTITUTION, asked, actor);
    const kinds = await keptMarks(database.db, actor.id, subject.project ?? '-1');
    const marks = new Marks(database, kinds, now());
    const candidates: Scored[] = [];
    const isJudged = judgedBy(query);
    let judged = 0;
    for (const institution of known.values()) {
      const { id, values } = institution;
      if (within && !within.has(id)) continue;
      const isUnfit = marks.holds(id, (reason) => saidByInstitution(reason, values, open));
      if (!hidden.lets(isUnfit ? ['unfit'] : gatesOfInstitution(institution, gates))) continue;
      candidates.push(scorer.score(institution));
      if (isJudged(institution)) judged += 1;
    }
    const { project: published } = subject;
    const keepMarks = async () => {
      if (published !== undefined)
        await marks.keep((institution) => ({ account: actor.id, project: published, institution }));
    };
    const ranking = {
      objectApiName: INSTITUTION,
      book,
      candidates,
      hidden,
      marks,
      weights,
      labels: { [LEAD.subject]: LEAD.label ?? '', ...open.labels },
      identity: `institutions for ${subject.identity}`,
      judgedOf: (one: string) => {
        const institution = known.get(one);
        return institution && { query, institution, deals: institution.deals };
      },
      contactsOf: (ids: readonly string[]) => contactsOfInstitutions(database.db, catalog, ids),
      asker: 'project' as const,
      subject: draft ? null : { id: kept.id, name: subject.name },
      missing: own.pairs
        .filter(({ subject: key, kind }) => kind !== 'network' && !facts[key])
        .map((pair) => pair.subject),
      judged,
    };
    return { ranking, published, keepMarks, said: kept.values };
  }

  /**
   * For a certified investor. @throws Failure INVALID_QUERY for a filter that the list of projects would not take, and for a
   * cursor of another list; UNKNOWN_RECORD for a mandate of others, INVALID_BODY for a draft that no mandate could be.
   */
  async projects(body: Paging & MandateAsked, actor: Member): Promise<MatchList> {
    const { ranking, keepMarks } = await this.#projects(body, actor);
    await keepMarks();
    return pageOf(this.#deps, this.#cursors, ranking, body, actor);
  }

  async #projects({ mandate: id, draft, ...asked }: Paging & MandateAsked, actor: Member) {
    const { database, catalog, now } = this.#deps;
    refuseLimited(catalog, actor);
    const book = await this.#books.read();
    const mandate = await mandateOf(this.#sources, { mandate: id, draft }, book, actor);
    const investor = await investorOf(this.#sources, book, actor);
    const open = openTo(actor, book, catalog, false);
    const known = book.institutions.get(investor.institution?.id ?? '');
    const own = known && knownTo(book, open).get(known.id);
    // How often others are shown the institution is not for it to know, and tells its projects apart in nothing.
    const stated = { ...own?.stated, ...investor.stated };
    const { contacts: _own, ...rest }: Partial<Institution> = own ?? {};
    const plain: Institution = { id: '0', profile: emptyProfile(), ...rest, stated, shown: 0 };
    const institution: Institution = mandate ? forMandate(plain, mandate.stated, open) : plain;
    const hidden = new Hidden(asked);
    const marks = new Marks(database, await keptMarks(database.db, actor.id, AS_INVESTOR), now());
    const said = known && floorsOf(known, openIn(listableFields(catalog.object(INSTITUTION), actor)));
    const floors = mandate?.wanted ?? { ...said, ...defined(investor.floors) };
    const gates = { book, known, floors, isOpen: openIn(listableFields(catalog.object(PROJECT), actor)) };
    const within = await withinList(this.#deps, PROJECT, asked, actor);
    const raising = [...book.projects.values()].filter((project) => {
      if (within && !within.has(project.id)) return false;
      const isUnfit = marks.holds(project.id, (reason) => saidByProject(reason, project.values, open));
      return hidden.lets(isUnfit ? ['unfit'] : gatesOfProject(project, gates));
    });
    const keepMarks = () => marks.keep((project) => ({ account: actor.id, project, institution: AS_INVESTOR }));
    const names = await this.#namesOf(raising, open, book, actor);
    const weights = weighed(open.pairs, [], open.labels, asked.weights ?? mandate?.weights);
    const sliders = slidersOf(weights);
    const judge = (project: Kept): Query =>
      queryOf(book, open, factsOf(project, open, book, names), {
        order: 'focused',
        sliders,
        isOffered: asked.order !== 'focused',
        contacts: book.contacts.get(boundValues(BINDINGS.project, project.values).company?.id ?? ''),
      });
    const candidates: Scored[] = [];
    let judged = 0;
    for (const project of raising) {
      const query = judge(project);
      candidates.push({ id: project.id, units: scorerOf(query).score(institution).units, deals: 0 });
      if (judgedBy(query)(institution)) judged += 1;
    }
    const setAside = new Set(Object.keys(mandate?.stated ?? {}));
    const says = new Set([
      ...Object.keys(institution.stated ?? {}),
      ...(known ? open.pairs.map(({ subject }) => subject) : []),
    ]);
    const ranking = {
      objectApiName: PROJECT,
      book,
      candidates,
      hidden,
      marks,
      weights,
      labels: open.labels,
      identity: `projects ${mandate ? JSON.stringify(mandate.wanted) : ''}`,
      judgedOf: (one: string) => {
        const project = book.projects.get(one);
        return project && { query: judge(project), institution, deals: known?.deals ?? [], setAside };
      },
      contactsOf: (ids: readonly string[]) =>
        contactsOfProjects(
          database.db,
          ids.map((one) => ({
            id: one,
            company: boundValues(BINDINGS.project, book.projects.get(one)?.values ?? {}).company?.id,
          })),
        ),
      asker: 'institution' as const,
      subject: investor.institution ?? null,
      missing: open.pairs
        .filter(({ subject, kind }) => kind !== 'network' && !says.has(subject))
        .map((pair) => pair.subject),
      judged,
    };
    const follows = Object.entries(investor.stated).map(([key, { label, paths }]) => [key, label, paths]);
    return { ranking, keepMarks, said: { ...floors, ...mandate?.wanted, institution: investor.institution, follows } };
  }

  /**
   * Those of band A for a project, a mandate, or what a user follows, in the order of the list as the user would see it now.
   * Nothing counts as shown by it, and no mark lapses. @throws Failure as `investors` and `projects` do.
   */
  async best(
    { objectApiName, targetId }: { readonly objectApiName: string; readonly targetId: string },
    actor: Member,
  ): Promise<{
    readonly objectApiName: string;
    readonly ids: readonly string[];
    readonly asked: string;
    readonly askedAs: readonly string[];
  }> {
    const mandate = objectApiName === BINDINGS.mandate.object ? { mandate: targetId } : {};
    const { ranking, said } = await (objectApiName === PROJECT
      ? this.#investors({ project: targetId }, actor)
      : this.#projects(mandate, actor));
    const { vault } = this.#deps.database;
    return {
      objectApiName: ranking.objectApiName,
      ids: bandA(ranking),
      asked: vault.index(saidIn(said), 'match_asked'),
      askedAs: vault.indexes(saidIn(said), 'match_asked'),
    };
  }

  /** Projects and requests that a user may have institutions ranked for. */
  async subjects(actor: Member) {
    return { list: await subjectsOf(this.#sources, await this.#books.read(), actor) };
  }

  /** @throws Failure as `give` does. */
  feedback(body: BodyOf<typeof giveFeedback>, actor: Member): Promise<void> {
    return give(this.#deps, this.#books, body, actor);
  }

  /** Names of the records that these projects link to in criteria, by id. */
  async #namesOf(projects: readonly Kept[], { pairs }: Open, { compared, day }: Book, actor: Actor): Promise<Names> {
    const names = new Map<string, string>();
    for (const { subject, kind } of pairs) {
      const field = compared.project.get(subject);
      const target =
        field && isLinking(field) && kind !== 'network'
          ? this.#deps.catalog.find(field.targetApiName ?? '')
          : undefined;
      if (!field || !target) continue;
      const ids = new Set(projects.flatMap(({ values }) => linksOf(values[subject]).map(({ id }) => id)));
      const seen = { rowsOf: rowsFor(actor), today: day };
      for (const [id, name] of await this.#deps.reader.names(target, [...ids], seen))
        names.set(`${field.apiName} ${id}`, name);
    }
    return names;
  }
}

function openIn(fields: readonly { readonly apiName: string }[]): (apiName: string) => boolean {
  const names = new Set(fields.map(({ apiName }) => apiName));
  return (apiName) => names.has(apiName);
}

/** Without what is not said, which would take the place of what is. */
const defined = <V extends object>(values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<V>;
