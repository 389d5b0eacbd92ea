import { expect, test } from 'vitest';
import { bulkHows } from '#generators/bulk-edit.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';

const named = [...shippedObjects().values()].map((object) => [object.apiName, object] as const);

test('what identifies a record, as the numbers that authorities and sources give it, is changed in one record at a time', () => {
  const identifying = /^(creditCode|filingNumber|registrationNumber|sourceId)$/;
  const numbers = named.flatMap(([apiName, object]) =>
    object.fields.flatMap((field) =>
      identifying.test(field.apiName) ? [{ field: `${apiName}.${field.apiName}`, hows: bulkHows(object, field) }] : [],
    ),
  );
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers.filter(({ hows }) => hows.length > 0)).toEqual([]);
});
