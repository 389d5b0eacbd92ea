import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OptionCountsQuery } from '#schemas/api/records.ts';
import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { chipWords } from '#client/features/records/filters/chip-words.ts';
import { QuickFilter } from '#client/features/records/filters/quick/quick-filter.tsx';
import { options } from '#tests/support/metadata/sample-object.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => {
  openScreen();
  // What is not laid out cannot be scrolled to.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const ROUND: FieldDefinition = {
  apiName: 'round',
  type: 'select',
  label: '轮次',
  selectOptions: options('种子轮', '天使轮', 'Pre-A轮', 'A轮', 'A+轮', 'B轮', 'C轮', '并购'),
};
const INDUSTRY: FieldDefinition = {
  apiName: 'industry',
  type: 'treeSelect',
  label: '所属行业',
  selectOptions: [
    { value: 'semi', label: '半导体' },
    { value: 'equipment', label: '半导体设备', parent: 'semi' },
    { value: 'ai', label: '人工智能' },
    ...options('医疗', '教育', '物流', '农业', '金融', '汽车'),
  ],
};
const AMOUNT: FieldDefinition = {
  apiName: 'amount',
  type: 'currency',
  label: '融资金额',
  config: { bandOptionSet: 'amountBand' },
  selectOptions: [
    { value: '数千万', label: '数千万', atLeast: '10000000', below: '100000000' },
    { value: '数亿', label: '数亿', atLeast: '100000000', below: '1000000000' },
  ],
};
const FOUNDED: FieldDefinition = { apiName: 'founded', type: 'date', label: '成立时间' };

const asked: OptionCountsQuery[] = [];
const lookups = {
  label: (_set: string | undefined, value: string, field: FieldDefinition) =>
    field.selectOptions?.find((option) => option.value === value)?.label ?? value,
  path: () => [],
  options: (field: FieldDefinition) => field.selectOptions ?? [],
  searchRecords: async () => [],
  optionCounts: async (query: OptionCountsQuery) => {
    asked.push(query);
    return { counts: { A轮: 12, semi: 7, equipment: 4 } as Record<string, number> };
  },
};

/** The filter of a field over a list whose address follows it; what was applied, the last one first. */
function open(field: FieldDefinition, begun?: Comparison) {
  const applied: (Comparison | undefined)[] = [];
  const done: true[] = [];
  const user = userEvent.setup();
  function Held() {
    const [current, setCurrent] = useState(begun);
    return (
      <QuickFilter
        field={field}
        current={current}
        lookups={lookups}
        list={{ objectApiName: 'Deal', filter: undefined, keyword: '' }}
        today="2026-11-21"
        onApply={(next) => {
          applied.unshift(next);
          setCurrent(next);
        }}
        onDone={() => done.push(true)}
        onMore={() => undefined}
      />
    );
  }
  render(<Held />);
  return { applied, done, user };
}

describe('A filter of options', () => {
  test('applies each press at once, several of them, and says how many records hold each', async () => {
    const { applied, user } = open(ROUND);
    expect(await screen.findByRole('option', { name: 'A轮12' })).toBeTruthy();
    await user.click(screen.getByRole('option', { name: /^A轮/ }));
    await user.click(screen.getByRole('option', { name: /^B轮/ }));
    expect(applied[0]).toEqual({ field: 'round', op: 'in', value: ['A轮', 'B轮'] });
    await user.click(screen.getByRole('option', { name: /^A轮/ }));
    expect(applied[0]).toEqual({ field: 'round', op: 'in', value: ['B轮'] });
    await user.click(screen.getByRole('option', { name: /^B轮/ }));
    expect(applied[0]).toBeUndefined();
  });

  test('takes a range in the order of the options, whichever end comes first', async () => {
    const { applied, user } = open(ROUND);
    await user.click(screen.getByRole('button', { name: '选一段' }));
    await user.click(screen.getByRole('option', { name: /^B轮/ }));
    await user.click(screen.getByRole('option', { name: /^A轮/ }));
    expect(applied[0]).toEqual({ field: 'round', op: 'between', value: ['A轮', 'B轮'] });
    const chosen = screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent);
    expect(chosen).toEqual(['A轮12', 'A+轮0', 'B轮0']);
  });

  test('finds by initials, chooses with Enter, and is done with Enter once more', async () => {
    const { applied, done, user } = open(INDUSTRY);
    const box = screen.getByRole('combobox', { name: '搜索所属行业' });
    await user.type(box, 'rgzn');
    expect(await screen.findByRole('option', { name: /人工智能/ })).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(applied[0]).toEqual({ field: 'industry', op: 'under', value: ['ai'] });
    expect(done).toEqual([]);
    await user.keyboard('{Enter}');
    expect(done).toEqual([true]);
  });

  test('unfolds a tree by key, and a branch means what is below it as well', async () => {
    const { applied, user } = open(INDUSTRY);
    expect(await screen.findByRole('treeitem', { name: '半导体7' })).toBeTruthy();
    await user.type(screen.getByRole('combobox'), '{ArrowDown}{ArrowRight}');
    await user.click(screen.getByRole('treeitem', { name: /半导体设备/ }));
    expect(applied[0]).toEqual({ field: 'industry', op: 'under', value: ['equipment'] });
    await user.click(screen.getByRole('treeitem', { name: '半导体7' }));
    expect(applied[0]).toEqual({ field: 'industry', op: 'under', value: ['semi'] });
    expect(screen.getByRole('treeitem', { name: /半导体设备/, selected: true })).toBeTruthy();
  });
});

describe('A filter of amounts', () => {
  test('offers ranges at a press, and its own where metadata names them', async () => {
    const own = { ...AMOUNT, config: { presets: ['-500000', '20000000-'] } };
    const { applied, done, user } = open(own);
    const presets = within(screen.getByRole('group', { name: '融资金额常用区间' }));
    expect(presets.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['≤50万', '≥2000万']);
    await user.click(presets.getByRole('button', { name: '≥2000万' }));
    expect(applied[0]).toEqual({ field: 'amount', op: 'gte', value: '20000000' });
    expect(done).toEqual([true]);
  });

  test('says which bands surely and possibly meet it, and a switch counts the latter in', async () => {
    const { applied, user } = open(AMOUNT, { field: 'amount', op: 'gte', value: '50000000' });
    expect(screen.getByText('只披露了区间的金额：数亿一定符合，已计入；数千万可能符合，未计入')).toBeTruthy();
    await user.click(screen.getByRole('switch', { name: '含区间披露' }));
    expect(applied[0]).toEqual({ field: 'amount', op: 'gte', value: '50000000', possibly: true });
    expect(screen.getByText('只披露了区间的金额：数亿一定符合，已计入；数千万可能符合，已计入')).toBeTruthy();
  });
});

test('A filter of dates offers periods about today', async () => {
  const { applied, user } = open(FOUNDED);
  const presets = within(screen.getByRole('group', { name: '成立时间常用区间' }));
  expect(presets.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
    ['近 7 天', '近 30 天', '近 3 个月', '近半年', '近一年', '近三年', '今年', '去年'].concat([
      '2025 年至今',
      '2024 年至今',
      '2023 年至今',
    ]),
  );
  await user.click(presets.getByRole('button', { name: '2024 年至今' }));
  expect(applied[0]).toEqual({ field: 'founded', op: 'notBefore', value: '2024' });
});

test.each([
  [INDUSTRY, { op: 'under', value: ['semi'] }, '半导体（含细分）'],
  [INDUSTRY, { op: 'under', value: ['ai'] }, '人工智能'],
  [ROUND, { op: 'in', value: ['A轮', 'B轮', 'C轮', '并购'] }, 'A轮、B轮、C轮 等 4 项'],
  [ROUND, { op: 'between', value: ['A轮', 'B轮'] }, 'A轮 至 B轮'],
  [ROUND, { op: 'between', value: ['B轮', null] }, 'B轮 及以后'],
  [ROUND, { op: 'notIn', value: ['并购'] }, '不含 并购'],
  [AMOUNT, { op: 'gte', value: '50000000' }, '≥5000万'],
  [AMOUNT, { op: 'gte', value: '50000000', possibly: true }, '≥5000万（含区间披露）'],
  [AMOUNT, { op: 'between', value: ['100000000', '500000000'] }, '1亿–5亿'],
  [AMOUNT, { op: 'lt', value: '10000000' }, '＜1000万'],
  [FOUNDED, { op: 'lastYears', value: 1 }, '近一年'],
  [FOUNDED, { op: 'notBefore', value: '2024' }, '2024 年至今'],
  [FOUNDED, { op: 'notBefore', value: '2024-06' }, '不早于 2024-06'],
  [FOUNDED, { op: 'between', value: [null, '2024'] }, '不晚于 2024'],
  [FOUNDED, { op: 'empty' }, '未填写'],
] as const)('The chip of %#: %s %s', (field, comparison, words) => {
  const whole = { field: field.apiName, ...comparison } as Comparison;
  const labelOf = (value: string) => lookups.label(undefined, value, field);
  expect(chipWords(whole, field, labelOf, (value) => value === 'semi')).toBe(words);
});
