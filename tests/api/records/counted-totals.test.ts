import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldTotal } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  for (const [round, num] of [
    ['A轮', '100'],
    ['B轮', '200'],
    ['并购', '5000'],
  ] as const)
    made(
      await test.post('staff', '/api/metadata/data/InsightTransaction', {
        clientKey: `counted-totals-${num}`,
        values: { title: `示例${round}`, round, fundedOn: '2026-01-02', amount: { num, currency: 'CNY' } },
      }),
    );
});
afterAll(() => test.close());

async function amount(filter?: object): Promise<FieldTotal | undefined> {
  const body = { objectApiName: 'InsightTransaction', fields: ['amount'], ...(filter && { filter }) };
  return made(await test.post<FieldTotal[]>('staff', '/api/metadata/data/totals', body))[0];
}

describe('the total of the amounts of transactions', () => {
  it('counts what the funding of companies counts, and says how many it leaves out', async () => {
    expect(await amount()).toMatchObject({ count: 2, sum: '300', left: { records: 1 } });
  });

  it('is of all that are looked for where none of them is funding', async () => {
    const total = await amount({ field: 'round', op: 'eq', value: '并购' });
    expect(total).toMatchObject({ count: 1, sum: '5000' });
    expect(total).not.toHaveProperty('left');
  });
});
