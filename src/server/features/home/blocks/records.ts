import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { eventField, isBackdated } from '#generators/backdated.ts';
import { listView } from '#server/core/catalog/object-view.ts';
import type { BlockDefinition, BlockDeps, BlockResult, Look } from '#server/features/home/base/block.ts';
import { listPath, selectionOf, sortOf } from '#server/features/home/base/selection.ts';

const ROWS = 5;
const MOST_ROWS = 20;
/** Fields beside the name where the definition names none. */
const FACTS = 3;
const FIRST_SEEN = 'createdAt';

/** The first records of a list, and how many it has. @throws Failure as `selectionOf` does */
export async function recordsBlock(deps: BlockDeps, definition: BlockDefinition, look: Look): Promise<BlockResult> {
  const { object, access, filter, route } = selectionOf(deps, definition, look);
  const { values } = definition;
  const sort = sortOf(values);
  const view = listView(object, look.actor);
  const named = values.columns?.map((name) => object.named(name)?.apiName ?? name);
  const facts = named ?? view.columns.filter((name) => name !== view.nameField).slice(0, FACTS);
  // What is closed to the user is left out, what is not there is a fault of the definition.
  const isShown = (name: string) => {
    const field = object.field(name);
    return !field || access.scope.readable(field);
  };
  const fields = [...new Set([view.nameField, ...facts.filter(isShown)])];
  const event = eventField(object.definition)?.apiName;
  const arrival = event === undefined || object.isSystem || !isShown(event) ? [] : [event, FIRST_SEEN];
  const read = [...new Set([...fields, ...arrival])];
  const query = { filter, owner: access.owner, fields: read, pageSize: Math.min(values.limit ?? ROWS, MOST_ROWS) };
  const page = deps.reader.list(object, { ...query, ...(sort && { sort }) }, access.scope);
  const count = deps.reader.count(object, { filter, owner: access.owner }, access.scope);
  const [{ list }, { total, totalIsExact }] = await Promise.all([page, count]);
  if (list.length === 0) return { isEmpty: true };
  const path = listPath(route, filter, sort);
  const layout = narrowed(view, fields);
  const late = arrival.length === 0 ? {} : Object.fromEntries(list.flatMap((row) => lateArrival(row, event ?? '')));
  return { content: { kind: 'records', layout, list: [...list], late, total, totalIsExact, path } };
}

/** A record that came in long after its event, with when: an old event is never shown as new. */
function lateArrival(row: RecordRow, event: string): (readonly [string, string])[] {
  const seen = row[FIRST_SEEN];
  return isBackdated(row[event], seen) ? [[row.id, String(seen)]] : [];
}

/** What a block shows of a list: its own fields, without what is done in lists. */
function narrowed({ objectApiName, label, version, nameField, fields, empty }: ListView, shown: string[]): ListView {
  return {
    objectApiName,
    label,
    version,
    nameField,
    fields: fields.filter(({ apiName }) => shown.includes(apiName)),
    columns: shown,
    filters: [],
    sort: [],
    ...(empty !== undefined && { empty }),
  };
}

/** How many records there are. @throws Failure as `selectionOf` does */
export async function countBlock(deps: BlockDeps, definition: BlockDefinition, look: Look): Promise<BlockResult> {
  const { object, access, filter, route } = selectionOf(deps, definition, look);
  const { total, totalIsExact } = await deps.reader.count(object, { filter, owner: access.owner }, access.scope);
  if (total === 0) return { isEmpty: true };
  return { content: { kind: 'count', total, totalIsExact, path: listPath(route, filter) } };
}
