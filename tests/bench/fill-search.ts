import { fieldType } from '#generators/field-types/registry.ts';
import type { Database } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { keepSearchTexts } from '#server/core/search/queries.ts';
import { namingFields, otherSearchFields } from '#server/core/search/search-text.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { dropGramIndex, makeGramIndex, searchedColumns } from './queries.ts';

const SLICE = 5000;
/** While one slice is written the next one is worked out. */
const HANDS = 3;

/** Brings the records that were put into a table past the product into the search index, which is built afterwards. */
export async function fillSearch({ db, pool }: Database, object: CatalogObject): Promise<void> {
  const fields = [...namingFields(object), ...otherSearchFields(object)];
  const names = fields.map(({ apiName }) => apiName);
  let last = '0';
  let reading: Promise<unknown> = Promise.resolve();
  const slice = async () => {
    const rows = await searchedColumns(pool, object.table, names, last, SLICE);
    last = String(rows.at(-1)?.[0] ?? last);
    return rows;
  };
  await dropGramIndex(pool);
  await Promise.all(
    Array.from({ length: HANDS }, async () => {
      for (;;) {
        const next = reading.then(slice);
        reading = next;
        const rows = await next;
        if (rows.length === 0) return;
        const records = rows.map(([id, ...columns]) => {
          const values = fields.map((field, index): [string, FieldValue] => [
            field.apiName,
            fieldType(field).fromColumns([columns[index]], field),
          ]);
          return { id: String(id), values: Object.fromEntries(values) };
        });
        await keepSearchTexts(db, object, records);
      }
    }),
  );
  await makeGramIndex(pool);
}
