import type { Audience } from '#schemas/metadata/audience.ts';
import { type FoundNotes, GROUP_SIZE, type SearchGroup, type Suggestion } from '#schemas/api/search.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isMember, type Member } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listView } from '#server/core/catalog/object-view.ts';
import { type ListAccess, listAccess } from '#server/core/lists/list-access.ts';
import type { RecordCount } from '#server/core/lists/count-rows.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';

export interface SearchDeps {
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly notes: {
    /** The newest notes that a user reads and that hold a word. */
    readonly found: (word: string, most: number, actor: Member) => Promise<FoundNotes>;
  };
  readonly now: () => Date;
}

interface Found {
  readonly word: string;
  readonly groups: SearchGroup[];
  readonly notes: FoundNotes;
}

const NO_NOTES: FoundNotes = { list: [], hasMore: false };

/** Columns of the layout that a found record shows beside its name. */
const SHOWN_COLUMNS = 6;

/**
 * Lists that a user may gain the right to see: they learn the number of matches. Those of owners and staff are not
 * disclosed to others.
 */
const OFFERED: ReadonlySet<Audience> = new Set(['everyone', 'member', 'investorOrSvip', 'svip']);

const place = ({ definition }: CatalogObject): number =>
  definition.route === undefined ? Infinity : (definition.position ?? Number.MAX_VALUE);

const byPlace = (left: CatalogObject, right: CatalogObject): number =>
  (place(left) === place(right) ? 0 : place(left) - place(right)) || (left.apiName < right.apiName ? -1 : 1);

/** A count beside the records found first: where they fill no group there are no others. */
function withFound(counted: RecordCount, found: number): RecordCount {
  if (counted.totalIsExact) return counted;
  return found < GROUP_SIZE
    ? { total: found, totalIsExact: true }
    : { ...counted, total: Math.max(counted.total, found) };
}

function readSearchWord(word: string): string {
  if (!word.includes('\0')) return word.replace(/\p{Cc}/gu, ' ').trim();
  const message = '关键词含有无法识别的字符';
  throw new Failure('INVALID_QUERY', message, [{ field: 'wd', message }]);
}

/**
 * Looks for a word in every object that has a screen, as one person: names for all, values only where they may read
 * them.
 */
export class SearchService {
  readonly #deps: SearchDeps;

  constructor(deps: SearchDeps) {
    this.#deps = deps;
  }

  /** The best names over all objects; of those that answer alike each object gives one in turn. */
  async suggest(text: string, limit: number, actor: Actor): Promise<Suggestion[]> {
    const word = readSearchWord(text);
    if (word === '') return [];
    const open = this.#objects().flatMap((object) => {
      const access = this.#access(object, actor);
      return access ? [{ object, access }] : [];
    });
    const found = await Promise.all(
      open.map(async ({ object, access: { owner, scope } }) => {
        const { readable } = scope;
        const names = await this.#deps.reader.searchNames(object, { text: word, limit, owner, scope, readable });
        return names.map((name, index) => {
          const turn = index - names.findIndex(({ rank }) => rank === name.rank);
          return { object, turn, ...name };
        });
      }),
    );
    return found
      .flat()
      .toSorted((left, right) => left.rank - right.rank || left.turn - right.turn || byPlace(left.object, right.object))
      .slice(0, limit)
      .map(({ object, id, name, matched }) => ({
        objectApiName: object.apiName,
        label: object.definition.label,
        id,
        name,
        ...(matched !== undefined && { matched }),
      }));
  }

  async search(text: string, actor: Actor): Promise<Found> {
    const word = readSearchWord(text);
    if (word === '') return { word, groups: [], notes: NO_NOTES };
    const notes = isMember(actor) ? this.#deps.notes.found(word, GROUP_SIZE, actor) : NO_NOTES;
    const groups = await Promise.all(this.#objects().map((object) => this.#group(object, word, actor)));
    return { word, groups: groups.filter((group) => group !== undefined), notes: await notes };
  }

  async #group(object: CatalogObject, word: string, actor: Actor): Promise<SearchGroup | undefined> {
    const access = this.#access(object, actor);
    if (!access && !OFFERED.has(object.definition.access.list)) return undefined;
    // A user to whom the list is closed learns how many records have the word in their names, and nothing of other
    // values.
    const closed: ListAccess = {
      owner: undefined,
      scope: { readable: () => false, rowsOf: rowsFor(actor), today: shanghaiDay(this.#deps.now()) },
    };
    const { owner, scope } = access ?? closed;
    const counted = await this.#deps.reader.count(object, { keyword: word, owner }, scope);
    if (counted.total === 0) return undefined;
    const { label, route } = object.definition;
    const view = access ? shownView(object, actor) : null;
    const list = access && view ? await this.#best(object, word, access, view) : undefined;
    if (list?.length === 0) return undefined;
    return {
      objectApiName: object.apiName,
      label,
      ...(route !== undefined && { route }),
      locked: access === undefined,
      ...(list ? withFound(counted, list.length) : counted),
      view,
      list: list ?? [],
    };
  }

  /** The records with the best names, then the first of the list that hold the word elsewhere. */
  async #best(object: CatalogObject, word: string, { owner, scope }: ListAccess, view: ListView): Promise<RecordRow[]> {
    const { reader } = this.#deps;
    const names = await reader.searchNames(object, { text: word, limit: GROUP_SIZE, owner, scope });
    const ids = names.map(({ id }) => id);
    const page = { owner, pageSize: GROUP_SIZE, fields: view.fields.map(({ apiName }) => apiName) };
    const named = ids.length > 0 ? (await reader.list(object, { ...page, ids, sort: [] }, scope)).list : [];
    const best = ids.flatMap((id) => named.find((row) => row.id === id) ?? []);
    if (best.length >= GROUP_SIZE) return best;
    const others = await reader.list(object, { ...page, keyword: word, except: ids }, scope);
    return [...best, ...others.list].slice(0, GROUP_SIZE);
  }

  /** Objects whose records have a list or a page of their own, in the order of the navigation. */
  #objects(): CatalogObject[] {
    return this.#deps.catalog.storedObjects
      .filter(({ definition }) => definition.route !== undefined || definition.layouts.detail.sections.length > 0)
      .toSorted(byPlace);
  }

  /** What the list shows this user; undefined when it is closed to them. */
  #access(object: CatalogObject, actor: Actor): ListAccess | undefined {
    const { access } = object.definition;
    const audience = access.list === 'owner' ? 'member' : access.list;
    return decideAudience(actor, access, audience) === null
      ? listAccess(object, actor, this.#deps.now(), this.#deps.catalog)
      : undefined;
  }
}

/** The list's view, cut to the fields that a found record shows. */
function shownView(object: CatalogObject, actor: Actor): ListView {
  const view = listView(object, actor);
  const columns = view.columns.slice(0, SHOWN_COLUMNS);
  const shown = new Set([view.nameField, ...columns]);
  return { ...view, columns, fields: view.fields.filter(({ apiName }) => shown.has(apiName)), filters: [], sort: [] };
}
