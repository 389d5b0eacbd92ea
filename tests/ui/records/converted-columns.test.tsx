import { describe, expect, test } from 'vitest';
import type { ListView } from '#schemas/api/list-view.ts';
import { offeredColumns, sortOfColumns } from '#generators/converted-columns.ts';
import { decodeListState, encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { recordColumns } from '#client/features/records/columns/record-columns.tsx';
import { listQuestion } from '#client/features/records/list/list-question.ts';
import { pruneListState } from '#client/features/records/list/prune-state.ts';
import { VIEW } from './lists.ts';

const DEALS: ListView = {
  ...VIEW,
  fields: [
    { apiName: 'name', type: 'text', label: '交易' },
    { apiName: 'amount', type: 'currency', label: '融资金额', config: { rateDateField: 'date' } },
    { apiName: 'date', type: 'date', label: '交易日期' },
    { apiName: 'capital', type: 'currency', label: '注册资本', config: { currencies: ['CNY'] } },
  ],
  columns: ['name', 'amount'],
};
const OPTIONS = { label: (_: unknown, value: string) => value, path: () => [] };
const ROW = {
  id: '1',
  name: '示例科技 A轮',
  date: '2024-03-01',
  amount: { num: '30000000', currency: 'USD', equivalentMoney: '213100000' },
};
const state = { ...DEFAULT_LIST_STATE, columns: ['name', 'amount_cny'] };
const columnsOf = (names: readonly string[]) =>
  recordColumns(
    'Deal',
    offeredColumns(DEALS).filter(({ field }) => names.includes(field.apiName)),
    OPTIONS,
  );
const converted = (names: readonly string[]) => columnsOf(names).find(({ id }) => id === 'amount_cny');

describe('the column of an amount in CNY', () => {
  test('is offered beside each amount in several currencies, and shown when it is chosen', () => {
    const offered = offeredColumns(DEALS).map(({ field, shown }) => [field.label, shown]);
    expect(offered).toEqual([
      ['交易', true],
      ['融资金额', true],
      ['融资金额（折合人民币）', false],
      ['交易日期', false],
      ['注册资本', false],
    ]);
  });

  test('shows what the amount is worth, and of which day the rate is', () => {
    const column = converted(['name', 'amount', 'amount_cny']);
    expect(column?.text(ROW)).toBe('2.13亿人民币');
    expect(column?.hover?.(ROW)).toBe('213,100,000 CNY：30,000,000 USD，按 2024-03-01 的汇率折算');
    expect(column?.hover?.({ ...ROW, date: undefined })).toMatch(/按“交易日期”当天的汇率折算$/);
    expect(column?.hover?.({ id: '2', amount: { num: '5', currency: 'CNY', equivalentMoney: '5' } })).toBe('5 CNY');
    expect(column?.text({ id: '3', amount: { band: '数亿' } })).toBe('');
  });

  test('has the order of the amount, which one of the two headers gives', () => {
    expect(converted(['name', 'amount', 'amount_cny'])?.sortable).toBe(false);
    expect(converted(['name', 'amount_cny'])?.sortable).toBe(true);
    const sort = [{ field: 'amount', order: 'desc' }];
    expect(sortOfColumns(sort, ['name', 'amount_cny'])).toEqual([{ field: 'amount_cny', order: 'desc' }]);
    expect(sortOfColumns(sort, ['name', 'amount', 'amount_cny'])).toEqual(sort);
  });

  test('is asked for as the amount with the day of its rate', () => {
    expect(listQuestion('Deal', state, DEALS).fields).toEqual(['name', 'amount', 'date']);
  });

  test('is in the address of the list, and leaves it with the amount', () => {
    expect(decodeListState(encodeListState(state)).state.columns).toEqual(state.columns);
    expect(pruneListState(state, DEALS).state.columns).toEqual(state.columns);
    const without = { ...DEALS, fields: DEALS.fields.filter(({ apiName }) => apiName !== 'amount') };
    expect(pruneListState(state, without).state.columns).toEqual(['name']);
  });
});
