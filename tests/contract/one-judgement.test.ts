import { beforeAll, describe, expect, test } from 'vitest';
import { agreement, type Agreement, catalogObjects } from '#tests/support/rules/one-judgement.ts';

const RECORDS = 3200;
const LEAST_ACCEPTED = 0.4;
const objects = catalogObjects();
const each = RECORDS / objects.length;

describe.each(objects.map((object) => [object.apiName, object] as const))('records of %s', (_, object) => {
  let counts: Agreement;

  beforeAll(() => {
    counts = agreement(object, each, 20261121);
  });

  test('are judged and kept the same whether they come by form, API or import', () => {
    expect(counts.disagreements).toEqual([]);
  });

  test('are accepted often enough, and refused often enough, to say something', () => {
    expect(counts.accepted / each).toBeGreaterThanOrEqual(LEAST_ACCEPTED);
    expect(counts.accepted / each).toBeLessThan(0.95);
    expect(counts.unread).toBeGreaterThan(0);
  });
});
