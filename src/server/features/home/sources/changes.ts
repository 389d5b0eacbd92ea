import type { HomeEntry } from '#schemas/api/home.ts';
import { isMember, type Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { newsOf, type RecordNews } from '#server/core/changes/queries.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { Db } from '#server/db/database.ts';
import type { BlockDeps, HomeSource } from '#server/features/home/base/block.ts';

/** A record that a user follows. */
export interface FollowedRecord {
  readonly objectApiName: string;
  readonly id: string;
}

/** The records that a user follows in one way: the pipeline is one, and what else is followed adds its own. */
export type Followed = (actor: Member) => Promise<readonly FollowedRecord[]>;

/** How far back changes are shown, in milliseconds: as long as the log is kept where nothing else is set. */
const BACK_MS = 30 * DAY_MS;
const SHOWN = 6;
/** Fields that an entry names. */
const NAMED_FIELDS = 4;
const KINDS = { created: '新收录', restored: '恢复收录', updated: '有更新', removed: '' } as const;

/** What changed in the records that a user follows, the latest first, as far as their lists show it. */
export const changesSource =
  (deps: BlockDeps & { readonly db: Db }, ways: readonly Followed[]): HomeSource =>
  async ({ actor }) => {
    if (!isMember(actor)) return undefined;
    const all = (await Promise.all(ways.map((way) => way(actor)))).flat();
    // A record may be followed in several ways.
    const followed = [...new Map(all.map((one) => [`${one.objectApiName} ${one.id}`, one])).values()];
    if (followed.length === 0) return { isEmpty: true };
    const since = new Date(deps.now().getTime() - BACK_MS);
    const news = await newsOf(deps.db, followed, since);
    const entries = await Promise.all(
      [...Map.groupBy(news, ({ objectApiName }) => objectApiName)].map(([apiName, own]) =>
        entriesOf(deps, apiName, own, actor),
      ),
    );
    const shown = entries.flat().toSorted((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1));
    if (shown.length === 0) return { isEmpty: true };
    return { content: { kind: 'entries', entries: shown.slice(0, SHOWN) } };
  };

/** The changes of one object's records: closed records, and changes of closed fields alone, are left out. */
async function entriesOf(
  { catalog, reader, now }: BlockDeps,
  apiName: string,
  news: readonly RecordNews[],
  actor: Member,
): Promise<HomeEntry[]> {
  const object = catalog.find(apiName);
  if (!object) return [];
  const { owner, scope } = listAccess(object, actor, now(), catalog);
  const name = object.definition.nameField;
  const ids = news.map(({ id }) => id);
  const { list } = await reader.list(object, { ids, owner, fields: [name], pageSize: ids.length }, scope);
  const rows = new Map(list.map((row) => [row.id, row]));
  return news.flatMap(({ id, kind, fields, at }) => {
    const row = rows.get(id);
    const open = fields.flatMap((field) => {
      const found = object.field(field);
      return found && scope.readable(found) ? [found.label] : [];
    });
    if (!row || (kind === 'updated' && open.length === 0)) return [];
    const more = open.length > NAMED_FIELDS ? `等 ${open.length} 项` : '';
    const words = kind === 'updated' ? `${open.slice(0, NAMED_FIELDS).join('、')}${more}${KINDS.updated}` : KINDS[kind];
    return [{ title: String(row[name] ?? `#${id}`), words, at, path: `/insight/${apiName}/${id}` }];
  });
}
