import { ALERT_KINDS } from '#schemas/api/alerts.ts';
import { comparisons, ConditionFault, existences, parseCondition } from '#generators/filters.ts';
import { decodeListState, viewAddress } from '#shared/lists/list-address.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { viewNames } from './queries.ts';
import { triedFields, usuallyWatched } from './watched.ts';
import { type Asker, type SourceKind, type Subscribed, type Trial, Unfit } from './trial.ts';

const GONE = '视图已删除，或不再共享给您';

/** Records that a saved view shows. It follows the view: a change of the view changes what enters. */
export const viewSource: SourceKind = {
  kinds: ALERT_KINDS,
  usual: () => ['entered'],
  trials: (subscribed, catalog, asker) => {
    const object = catalog.find(subscribed.object_api_name);
    if (!object || object.isSystem) throw new Unfit('该列表不能订阅');
    if (subscribed.state === null) throw new Unfit(GONE);
    return [viewTrial(object, subscribed, subscribed.state, asker)];
  },
  targets: async (db, object, ids, accountId) => {
    const route = object.definition.route ?? `/data/${object.apiName}`;
    const names = await viewNames(db, ids, accountId);
    return new Map(names.map(({ id, name }) => [id, { name, link: `${route}${viewAddress(id)}` }]));
  },
};

/** What cannot be read in full meets nothing: a part that was left out would let everything in. */
function viewTrial(
  object: CatalogObject,
  { kinds, fields }: Pick<Subscribed, 'kinds' | 'fields'>,
  state: string,
  asker: Asker,
): Trial {
  const { state: list, notices } = decodeListState(state);
  if (notices[0] !== undefined) throw new Unfit(`视图的条件无法完整识别：${notices[0]}`);
  const watched = fields.length > 0 ? new Set(fields) : usuallyWatched(object);
  const keyword = list.keyword.trim();
  const about = {
    objectApiName: object.apiName,
    kinds: new Set(kinds),
    watched,
    ...(keyword !== '' && { keyword, isKept: true as const }),
  };
  if (!list.filter) return about;
  const tried = new Set(triedFields(object).map(({ apiName }) => apiName));
  const open = asker.fields(object).filter(({ apiName }) => tried.has(apiName));
  const source = { fields: open, apiName: object.apiName, others: asker.others };
  try {
    const condition = parseCondition(source, list.filter);
    return { ...about, condition, ...(existences(condition).length > 0 && { isKept: true as const }) };
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    throw new Unfit(`视图的条件不能用于订阅：${reasonOf(object, list.filter, open, error)}`);
  }
}

/** A field that the condition names and that is there, but may not be asked about here, is named by its label. */
function reasonOf(
  object: CatalogObject,
  filter: Parameters<typeof comparisons>[0],
  open: readonly { readonly apiName: string }[],
  fault: ConditionFault,
): string {
  const known = new Set(open.map(({ apiName }) => apiName));
  const closed = comparisons(filter).find(({ field }) => !known.has(field))?.field;
  const field = closed === undefined ? undefined : object.definition.fields.find(({ apiName }) => apiName === closed);
  return field ? `字段“${field.label}”不可用` : fault.reason;
}
