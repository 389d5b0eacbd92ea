import { autorun } from 'mobx';
import { describe, expect, test } from 'vitest';
import { readExchangeRate } from '#schemas/api/exchange-rates.ts';
import { ExchangeRates } from '#client/lib/exchange-rates.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

const DEFINITION = sampleObject(
  [{ apiName: 'amount', type: 'currency', label: '金额' }],
  [{ id: 'least', kind: 'assert', target: 'amount', rule: 'self.amount.equivalentMoney >= 1000', message: '不足一千' }],
);

describe('an amount of another currency in a form', () => {
  test('is judged as soon as the server has sent its rate, which it is asked for once', async () => {
    const api = new FakeApi().on(readExchangeRate, ({ query }) => ({ cny: query.currency === 'USD' ? '7' : null }));
    const form = new FormStore({ definition: DEFINITION, ...context, rates: new ExchangeRates(api) });
    const seen: (string | undefined)[] = [];
    const stop = autorun(() => seen.push(form.slot('amount').fault));
    form.set('amount', { num: '10', currency: 'USD' });
    expect(seen.at(-1)).toBeUndefined();
    await expect.poll(() => seen.at(-1)).toBe('不足一千');
    form.set('amount', { num: '1000', currency: 'USD' });
    expect(seen.at(-1)).toBeUndefined();
    form.set('amount', { num: '1000', currency: 'JPY' });
    await expect.poll(() => seen.at(-1)).toContain('没有日元 2026-06-15 或之前的汇率');
    expect(api.calls).toHaveLength(2);
    stop();
  });

  test('is left to the server where the rate cannot be asked for, and the next rule asks again', async () => {
    const api = new FakeApi();
    const form = new FormStore({ definition: DEFINITION, ...context, rates: new ExchangeRates(api) });
    form.set('amount', { num: '10', currency: 'USD' });
    expect(form.judge()).toEqual([]);
    await expect.poll(() => api.calls).toHaveLength(1);
    await Promise.resolve();
    api.on(readExchangeRate, () => ({ cny: '7' }));
    expect(form.judge()).toEqual([]);
    await expect.poll(() => form.judge()).toMatchObject([{ message: '不足一千' }]);
  });
});
