import { describe, expect, test } from 'vitest';
import type { Condition } from '#schemas/metadata/condition.ts';
import { DEFAULT_LIST_STATE, type ListState } from '#shared/lists/list-state.ts';
import { proposedName } from '#client/features/records/views/proposed-name.ts';
import { VIEW } from './lists.ts';

const view = { fields: [...VIEW.fields, { apiName: 'isListed', type: 'boolean' as const, label: '是否上市' }] };
const named = (state: Partial<ListState>) =>
  proposedName({ ...DEFAULT_LIST_STATE, ...state }, view, undefined, (value) => `${value.toUpperCase()}轮`);
const ROUND: Condition = { field: 'round', op: 'in', value: ['a', 'b'] };

describe('the name that a new view is proposed', () => {
  test('says what its filters say, as their chips do, and the keyword before them', () => {
    const large: Condition = { field: 'raised', op: 'gte', value: '50000000' };
    expect(named({ filter: { and: [ROUND, large] } })).toBe('A轮、B轮 · ≥5000万');
    expect(named({ filter: ROUND, keyword: ' 芯片 ' })).toBe('芯片 · A轮、B轮');
    expect(named({ filter: { or: [ROUND, large] } })).toBe('A轮、B轮 或 ≥5000万');
  });

  test('names the field where the words alone would say nothing', () => {
    expect(named({ filter: { field: 'isListed', op: 'eq', value: true } })).toBe('是否上市是');
    expect(named({ filter: { field: 'raised', op: 'empty' } })).toBe('融资总额未填写');
  });

  test('is the order of a list that is only ordered, and nothing where there is nothing to call it by', () => {
    expect(named({ sort: [{ field: 'raised', order: 'desc' }] })).toBe('按融资总额排序');
    expect(named({})).toBe('');
  });

  test('is never longer than a name may be', () => {
    expect(named({ keyword: '很长'.repeat(50) })).toHaveLength(60);
  });
});
