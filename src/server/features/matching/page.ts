import type { HiddenReason, MatchList, MatchOrder, Weights } from '#schemas/api/match-lists.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { Failure } from '#shared/errors.ts';
import type { Institution } from '#shared/matching/kinds/kind.ts';
import type { Query, Scored } from '#shared/matching/score.ts';
import type { Asker } from '#shared/matching/words.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { listView } from '#server/core/catalog/object-view.ts';
import type { Cursor, Cursors } from '#server/core/lists/cursor.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { Book, KnownDeal } from './book.ts';
import type { ContactOf } from './contact-queries.ts';
import { explained } from './explained.ts';
import { openReasons } from './feedback.ts';
import type { Hidden } from './hidden.ts';
import type { Marks } from './marks.ts';
import type { MatchDeps } from './match-deps.ts';
import { bestOf } from './ranking.ts';
import { PLACES_OF_A } from '#shared/matching/explain.ts';

/** How a list is asked for, whatever it is of. */
export interface Paging {
  readonly order?: MatchOrder;
  readonly filter?: unknown;
  readonly keyword?: string;
  readonly fields?: readonly string[];
  readonly lift?: readonly HiddenReason[];
  readonly only?: HiddenReason;
  readonly weights?: Weights;
  readonly after?: string;
  readonly pageSize?: number;
}

/** By what a row of the page was judged. */
interface Judged {
  readonly query: Query;
  readonly institution: Institution;
  readonly deals: readonly KnownDeal[];
  readonly setAside?: ReadonlySet<string>;
}

/** What a page is made of, beside how it was asked for. */
export interface Ranking {
  readonly objectApiName: string;
  readonly book: Book;
  readonly candidates: readonly Scored[];
  readonly hidden: Hidden;
  readonly marks: Marks;
  readonly weights: MatchList['weights'];
  readonly labels: Readonly<Record<string, string>>;
  /** What tells this list from others, beside its order and those of its user. */
  readonly identity: string;
  readonly judgedOf: (id: string) => Judged | undefined;
  readonly contactsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, ContactOf>>;
  readonly asker: Asker;
  readonly subject: MatchList['basis']['subject'];
  /** Keys of criteria that the subject says nothing of. */
  readonly missing: readonly string[];
  readonly judged: number;
}

const PAGE = 20;

/**
 * What is ranked is judged by deals, all of them alike.
 * @throws Failure FORBIDDEN for users who see some of the deals alone.
 */
export function refuseLimited(catalog: Pick<Catalog, 'object'>, actor: Member): void {
  const deals = catalog.object(BINDINGS.transaction.object);
  if (rowsFor(actor)(deals))
    throw new Failure('FORBIDDEN', `您只能查看部分${deals.definition.label}，不能使用按它们计算的匹配`);
}

/** Ids of what a filter and a keyword leave of what a user sees of an object's list; undefined for all of it. */
export async function withinList(
  { catalog, reader, now, noted }: MatchDeps,
  objectApiName: string,
  { filter, keyword }: Pick<Paging, 'filter' | 'keyword'>,
  actor: Member,
): Promise<ReadonlySet<string> | undefined> {
  const object = catalog.object(objectApiName);
  if (filter === undefined && !keyword?.trim() && !rowsFor(actor)(object)) return undefined;
  const { scope, owner } = listAccess(object, actor, now(), catalog, noted);
  return reader.ids(object, { filter, keyword, owner }, scope);
}

/** The page of a ranking behind a cursor. @throws Failure INVALID_QUERY for a cursor of another list. */
export async function pageOf(
  { catalog, reader, now }: MatchDeps,
  cursors: Cursors,
  ranking: Ranking,
  asked: Paging,
  actor: Member,
): Promise<MatchList> {
  const { book, candidates, labels, asker } = ranking;
  const object = catalog.object(ranking.objectApiName);
  const { scope } = listAccess(object, actor, now(), catalog);
  const layout = listView(object, actor);
  const { order = 'likely', filter, keyword, lift, only } = asked;
  const how = JSON.stringify([filter, keyword, lift, only, ranking.weights.map(({ weight }) => weight)]);
  const identity = [actor.id, ranking.identity, order, book.day, how].join('\n');
  const behind = asked.after === undefined ? undefined : scoredOf(cursors.read(identity, asked.after));
  const { rows, before, hasMore } = bestOf(candidates, asked.pageSize ?? PAGE, behind);
  const ids = rows.map(({ id }) => id);
  const wanted = asked.fields ?? layout.columns;
  const fields = [layout.nameField, ...wanted.filter((name) => name !== layout.nameField)];
  const page = await reader.list(object, { ids, fields, pageSize: Math.max(1, ids.length) }, scope);
  const shown = new Map(page.list.map((values) => [values.id, values]));
  const contacts = await ranking.contactsOf(ids);
  const reasons = openReasons(catalog);
  const last = rows.at(-1);
  return {
    layout,
    list: rows.flatMap(({ id }, at) => {
      const place = before + at + 1;
      const judged = ranking.judgedOf(id);
      if (!judged) return [];
      const row = explained({ ...judged, book, labels, place, asker });
      const lapsed = ranking.marks.lapsedOf(id);
      const contact = contacts.get(id);
      return [
        {
          ...row,
          id,
          place,
          values: shown.get(id) ?? { id },
          ...(lapsed && { lapsed: { ...lapsed, reason: labelOf(reasons, lapsed.reason) } }),
          ...(contact && { contact }),
        },
      ];
    }),
    total: candidates.length,
    after: last && hasMore ? cursors.write(identity, cursorOf(last, before + rows.length)) : null,
    hidden: ranking.hidden.list(),
    weights: ranking.weights,
    reasons,
    basis: {
      deals: book.deals,
      on: book.day,
      subject: ranking.subject,
      missing: ranking.missing.map((key) => labels[key] ?? key),
      judged: ranking.judged,
    },
  };
}

/** Ids of those of a ranking that are of band A, in its order. */
export function bandA({ book, candidates, labels, asker, judgedOf }: Ranking): string[] {
  return bestOf(candidates, PLACES_OF_A, undefined).rows.flatMap(({ id }, at) => {
    const judged = judgedOf(id);
    return judged && explained({ ...judged, book, labels, place: at + 1, asker }).band === 'A' ? [id] : [];
  });
}

const labelOf = (reasons: MatchList['reasons'], reason: string): string =>
  reasons.find(({ value }) => value === reason)?.label ?? '';

const scoredOf = ({ position: { id, values } }: Cursor): Scored => ({
  id,
  units: Number(values[0] ?? 0),
  deals: Number(values[1] ?? 0),
});

const cursorOf = ({ id, units, deals }: Scored, seen: number): Cursor => ({
  position: { id, values: [String(units), String(deals)] },
  seen,
});
