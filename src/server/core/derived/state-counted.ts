import type { RecordValues } from '#schemas/metadata/value.ts';
import { isStatable } from '#generators/field-types/registry.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { stateValues } from './state-values.ts';

/** Of which record something is said, by whom and when, and where it is from as users read it. */
export interface Said {
  readonly apiName: string;
  readonly recordId: string;
  readonly actor: string;
  readonly now: Date;
  readonly source: string;
}

/** States what values say of fields of a record that are counted, and leaves the others alone. */
export async function stateCounted(trx: Db, catalog: Catalog, values: RecordValues, said: Said): Promise<void> {
  const { apiName, recordId, actor, now, source } = said;
  const object = catalog.storedObject(apiName);
  const inputs = object.fields
    .filter((field) => isStatable(field) && values[field.apiName] !== undefined)
    .map(({ apiName: field }) => ({ recordId, field, value: values[field], source, actor, asOf: shanghaiDay(now) }));
  if (inputs.length > 0) await stateValues(trx, catalog, object, inputs, now);
}
