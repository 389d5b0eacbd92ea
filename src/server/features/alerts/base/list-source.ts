import { ALERT_KINDS } from '#schemas/api/alerts.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { listNames } from './queries.ts';
import { pointsAt, relatedObjects } from './record-source.ts';
import { type SourceKind, type Trial, Unfit } from './trial.ts';
import { usuallyWatched } from './watched.ts';

/** Comparisons of one condition with a record, so that it is found by each of them. */
const TOGETHER = 200;

/** Every record of a kept list, each since it was put there: watched fields of it, and new records that point at it. */
export const listSource: SourceKind = {
  kinds: ALERT_KINDS,
  usual: () => ['entered', 'changed'],
  trials: ({ object_api_name: name, state, kinds, fields, items = [] }, catalog) => {
    const object = catalog.find(name);
    if (!object || object.isSystem) throw new Unfit('该对象不能订阅');
    if (state === null) throw new Unfit('清单已删除，或不再共享给您');
    const watched = fields.length > 0 ? new Set(fields) : usuallyWatched(object);
    const own = new Set(kinds.filter((kind) => kind !== 'entered'));
    const changed = items.map(({ id, since }) => ({
      objectApiName: name,
      record: id,
      ...(since !== undefined && { since }),
      kinds: own,
      watched,
    }));
    const trials: Trial[] = own.size > 0 ? changed : [];
    if (!kinds.includes('entered')) return trials;
    const entered = { kinds: new Set(['entered'] as const), watched: new Set<string>() };
    const related = relatedObjects(object, catalog);
    for (const [since, alike] of Map.groupBy(items, (item) => item.since))
      for (const one of related) {
        const most = Math.ceil(TOGETHER / one.links.length);
        for (let from = 0; from < alike.length; from += most) {
          const ids = alike.slice(from, from + most).map(({ id }) => id);
          trials.push({
            ...entered,
            objectApiName: one.object.apiName,
            ...(since !== undefined && { since }),
            condition: pointsAt(one, ids),
          });
        }
      }
    return trials;
  },
  targets: async (db, object, ids, accountId) => {
    const route = object.definition.route ?? `/data/${object.apiName}`;
    const pathOf = (id: string) => route + encodeListState({ ...DEFAULT_LIST_STATE, filter: { inList: id } });
    const names = await listNames(db, object, ids, accountId);
    return new Map(names.map(({ id, name }) => [id, { name, link: pathOf(id) }]));
  },
};
