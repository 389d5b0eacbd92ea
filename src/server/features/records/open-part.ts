import type { RecordReply } from '#schemas/api/records.ts';
import type { FailureName } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ReadScope } from '#server/core/lists/readable-object.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { lockedNames } from './closed-fields.ts';

interface PartDeps {
  readonly reader: RecordReader;
  readonly catalog: Catalog;
}

/** What a person who needs VIP for the details sees in the list anyway goes along with the refusal; nothing else is read. */
export async function openPart(
  { reader, catalog }: PartDeps,
  { object, id, actor }: { readonly object: CatalogObject; readonly id: string; readonly actor: Actor },
  refused: FailureName,
  { readable, today, rowsOf }: ReadScope,
): Promise<Partial<RecordReply>> {
  const { access, layouts, nameField } = object.definition;
  if (refused !== 'VIP_REQUIRED' || decideAudience(actor, access, access.list) !== null) return {};
  const open = new Set([nameField, layouts.detail.logo ?? [], layouts.list.columns].flat());
  const found = await reader.read(object, id, {
    today,
    rowsOf,
    readable: (field) => open.has(field.apiName) && readable(field),
  });
  const closed = object.fields.filter((field) => !open.has(field.apiName) || !readable(field));
  return found ? { record: found.record, ...lockedNames(closed, catalog, actor) } : {};
}
