import type { KnownValue } from '#shared/assistant/meanings.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';

interface SeenDeps {
  readonly catalog: Pick<Catalog, 'object'>;
  readonly reader: Pick<RecordReader, 'ids'>;
  readonly now: () => Date;
}

/**
 * The values that are known from records which the asker sees. Of an object of which the asker does not see all records, values
 * whose record is not known are left out.
 */
export async function seenValues(
  { catalog, reader, now }: SeenDeps,
  values: readonly KnownValue[],
  actor: Actor,
): Promise<readonly KnownValue[]> {
  const scope = { readable: () => false, rowsOf: rowsFor(actor), today: shanghaiDay(now()) };
  const limited = [...new Set(values.map(({ object }) => object))].filter((name) => scope.rowsOf(catalog.object(name)));
  const seen = new Map<string, ReadonlySet<string>>();
  for (const name of limited) {
    const ids = values.flatMap(({ object, id }) => (object === name && id !== undefined ? [id] : []));
    seen.set(name, ids.length > 0 ? await reader.ids(catalog.object(name), { ids }, scope) : new Set());
  }
  return values.filter(({ object, id }) => {
    const of = seen.get(object);
    return !of || (id !== undefined && of.has(id));
  });
}
