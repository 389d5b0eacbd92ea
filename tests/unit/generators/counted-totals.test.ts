import { describe, expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { countedCondition } from '#generators/counted-totals.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const FUNDING = { field: 'round', op: 'notIn', value: ['并购'] };
const RECENT = { field: 'fundedOn', op: 'lastYears', value: 1 };

/** Objects each with one total of the amounts of deals, by the conditions of the totals. */
const totals = (...filters: unknown[]): ObjectDefinition[] =>
  filters.map((filter) =>
    sampleObject([
      { apiName: 'name', type: 'text', label: '名称' },
      {
        apiName: 'total',
        type: 'rollup',
        label: '总额',
        config: { rollup: { objectApiName: 'Deal', fields: ['company'], function: 'sum', of: ['amount'], filter } },
      },
    ]),
  );

describe('what the list of deals adds up', () => {
  test('is what every total of them counts', () => {
    expect(countedCondition(totals(FUNDING, { and: [RECENT, FUNDING] }), 'Deal', 'amount')).toEqual(FUNDING);
  });

  test.each([
    ['no total adds them up', totals()],
    ['a total counts all', totals(FUNDING, undefined)],
    ['totals agree on nothing', totals(FUNDING, RECENT)],
  ])('is everything where %s', (_, objects) => {
    expect(countedCondition(objects, 'Deal', 'amount')).toBeUndefined();
  });

  test('of what ships is what the funding of a company counts', () => {
    const objects = shippedObjects();
    const company = objects.find(({ apiName }) => apiName === 'InsightCompany');
    const funding = company?.fields.find(({ apiName }) => apiName === 'fundingTotal')?.config?.rollup?.filter;
    expect(countedCondition(objects, 'InsightTransaction', 'amount')).toEqual(funding);
    expect(countedCondition(objects, 'InsightTransaction', 'postMoney')).toBeUndefined();
  });
});
