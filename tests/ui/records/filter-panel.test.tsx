import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListView } from '#schemas/api/list-view.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { FilterPanel } from '#client/features/records/filters/filter-panel.tsx';
import { openScreen } from '#tests/support/ui/screen.ts';
import { VIEW } from './lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const view: ListView = {
  ...VIEW,
  hasNotes: true,
  // New lines begin with the first filter of the layout.
  filters: ['city'],
  pointing: [
    {
      objectApiName: 'Deal',
      label: '交易事件',
      fields: [
        { apiName: 'firm', label: '融资企业' },
        { apiName: 'seller', label: '出让方' },
      ],
    },
  ],
  fields: [
    ...VIEW.fields,
    { apiName: 'valuation', type: 'currency', label: '估值', config: { bandOptionSet: 'amountBand' } },
    { apiName: 'founded', type: 'date', label: '成立日期' },
    { apiName: 'staff', type: 'integer', label: '人数' },
    { apiName: 'investors', type: 'multiReference', label: '投资方', targetApiName: 'InsightInstitution' },
  ],
};

const dealView: ListView = {
  ...VIEW,
  objectApiName: 'Deal',
  label: '交易事件',
  fields: [
    { apiName: 'firm', type: 'reference', label: '融资企业', targetApiName: 'InsightCompany' },
    { apiName: 'seller', type: 'reference', label: '出让方', targetApiName: 'InsightCompany' },
    { apiName: 'title', type: 'text', label: '事件标题' },
  ],
  filters: ['title'],
};

function open(filter?: Condition) {
  const applied: (Condition | undefined)[] = [];
  const user = userEvent.setup();
  render(
    <FilterPanel
      view={view}
      filter={filter}
      lookups={{
        label: (_, value, field) => field.selectOptions?.find((option) => option.value === value)?.label ?? value,
        path: () => [],
        options: (field) => field.selectOptions ?? [],
        searchRecords: async () => [],
        recordName: (_, id) => (id === '7' ? '示例资本' : undefined),
        listView: (apiName) => (apiName === 'Deal' ? dealView : undefined),
      }}
      onApply={(next) => applied.push(next)}
      onClose={() => undefined}
    />,
  );
  return { applied, user };
}

const line = (place: string) => screen.getByRole('group', { name: `条件 ${place}` });
const button = (name: string) => screen.getByRole('button', { name });
const words = () => screen.getByRole('status').textContent;
const empty = (field: string): Condition => ({ field, op: 'empty' });

async function chooseField(user: ReturnType<typeof userEvent.setup>, place: string, label: string) {
  await user.click(within(line(place)).getByRole('combobox', { name: '字段' }));
  await user.click(await screen.findByRole('option', { name: label }));
}

describe('the filter panel', () => {
  test('puts together groups in groups by keyboard alone', async () => {
    const { applied, user } = open();
    const press = async (name: string) => {
      screen.getAllByRole('button', { name }).at(-1)?.focus();
      await user.keyboard('{Enter}');
    };
    const toText = (place: string) => within(line(place)).getByRole('textbox').focus();
    toText('1');
    await user.keyboard('北京');
    await press('添加条件组');
    await waitFor(() => expect(line('2.1').contains(document.activeElement)).toBe(true));
    toText('2.1');
    await user.keyboard('上海');
    const group = screen.getByRole('group', { name: '条件组 2' });
    within(group).getByRole('button', { name: '添加条件组' }).focus();
    await user.keyboard('{Enter}');
    toText('2.2.1');
    await user.keyboard('深圳');
    button('条件 2.2.1取反').focus();
    await user.keyboard('{Enter}');
    expect(words()).toBe('显示：城市 包含 北京 且 （城市 包含 上海 或 （非（城市 包含 深圳）））');
    await user.keyboard('{Control>}{Enter}{/Control}');
    const city = (value: string) => ({ field: 'city', op: 'contains', value });
    expect(applied).toEqual([{ and: [city('北京'), { or: [city('上海'), { and: [{ not: city('深圳') }] }] }] }]);
  });

  test('Alt and the arrows move a line through the groups, and the focus goes with it', async () => {
    const { applied, user } = open({ and: [empty('name'), { or: [empty('city'), empty('round')] }] });
    within(line('1')).getByRole('combobox', { name: '字段' }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(document.activeElement).toBe(button('条件 1.1下移')));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(button('条件 1.2下移')));
    await user.click(button('应用筛选'));
    expect(applied).toEqual([{ or: [empty('city'), empty('name'), empty('round')] }]);
  });

  test('says what is wrong with a line once it is left, keeps what was typed, and applies nothing until it is right', async () => {
    const { applied, user } = open();
    await chooseField(user, '1', '人数');
    const [from] = within(line('1')).getAllByRole('textbox');
    await user.type(from ?? document.body, '很多');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(button('添加条件'));
    expect(within(line('1')).getByRole('alert').textContent).toContain('应为');
    await user.click(button('应用筛选'));
    expect(applied).toEqual([]);
    expect((within(line('1')).getAllByRole('textbox')[0] as HTMLInputElement).value).toBe('很多');
    expect(words()).toBe('还有 2 个条件没有填写完整');
  });

  test('takes a range with one end, and says that a range needs at least one', async () => {
    const { applied, user } = open({ field: 'staff', op: 'between', value: [10, 20] });
    expect(within(line('1')).getByText('可只填一端，另一端不限')).toBeTruthy();
    const end = (name: string) => within(line('1')).getByRole('textbox', { name });
    await user.clear(end('人数到'));
    expect(words()).toBe('显示：人数 介于 10 至 不限');
    await user.click(button('应用筛选'));
    expect(applied).toEqual([{ field: 'staff', op: 'between', value: [10, null] }]);
    await user.clear(end('人数从'));
    await user.click(button('应用筛选'));
    expect(within(line('1')).getByRole('alert').textContent).toBe('请至少填写起止中的一个');
    expect(applied).toHaveLength(1);
  });

  test('says what becomes of amounts of which only a band is known, where a field has bands', () => {
    open({
      and: [
        { field: 'valuation', op: 'gte', value: '50000000' },
        { field: 'raised', op: 'gte', value: '50000000' },
      ],
    });
    expect(line('1').textContent).toContain('只披露了区间的金额');
    expect(line('2').textContent).not.toContain('只披露了区间');
  });

  test('explains what a year means before, after and in a range of dates', () => {
    open({
      and: [
        { field: 'founded', op: 'after', value: '2024' },
        { field: 'founded', op: 'before', value: '2024' },
        { field: 'founded', op: 'between', value: ['2024', null] },
      ],
    });
    expect(line('1').textContent).toContain('晚于 2024 即 2025 年起');
    expect(line('2').textContent).toContain('早于 2024 即 2023 年底为止');
    expect(line('3').textContent).toContain('2024 即 2024-01-01 至 2024-12-31');
  });

  test('opens a deep filter of a link for editing, with the names of records', async () => {
    const { applied, user } = open({
      not: {
        or: [{ and: [empty('name'), { not: empty('city') }] }, { field: 'investors', op: 'containsAny', value: ['7'] }],
      },
    });
    expect(words()).toBe('显示：非（（企业简称 为空 且 非（城市 为空）） 或 投资方 包含任一 示例资本）');
    expect(within(line('1.2')).getByText('示例资本')).toBeTruthy();
    await user.click(button('条件组 1取反'));
    await user.click(button('删除条件组 1.1'));
    await user.click(button('应用筛选'));
    expect(applied).toEqual([{ or: [{ field: 'investors', op: 'containsAny', value: ['7'] }] }]);
  });

  test('清空 leaves nothing, and applying that shows everything', async () => {
    const { applied, user } = open({ and: [empty('name'), empty('city')] });
    await user.click(button('清空'));
    expect(words()).toBe('显示全部记录');
    await user.click(button('应用筛选'));
    expect(applied).toEqual([undefined]);
  });

  test('reports a tree that is too deep instead of losing it', async () => {
    const deep = Array.from({ length: 7 }).reduce<Condition>(
      (inner) => ({ not: { and: [inner, empty('city')] } }),
      empty('name'),
    );
    const { applied, user } = open(deep);
    expect(words()).toContain('层');
    await user.click(button('应用筛选'));
    expect(applied).toEqual([]);
  });

  test('asks for records of another object that point here, with a number and a condition on them', async () => {
    const { applied, user } = open(empty('city'));
    await user.click(button('添加关联记录条件'));
    expect(within(line('2')).getByRole('combobox', { name: '关联记录' }).textContent).toBe('交易事件');
    expect(within(line('2')).getByRole('combobox', { name: '经由字段' }).textContent).toBe('融资企业, 出让方');
    const number = within(line('2')).getByRole('spinbutton');
    await user.clear(number);
    await user.click(button('应用筛选'));
    expect(within(line('2')).getByRole('alert').textContent).toBe('至少的条数应为 1 到 1000000 的整数');
    await user.type(number, '3');
    await user.click(within(line('2')).getByRole('button', { name: '添加条件' }));
    await user.type(within(line('2.1')).getByRole('textbox'), 'B轮');
    expect(words()).toContain('至少 3 条交易事件满足：事件标题 包含 B轮');
    await user.click(button('应用筛选'));
    const exists = {
      objectApiName: 'Deal',
      fields: ['firm', 'seller'],
      filter: { field: 'title', op: 'contains', value: 'B轮' },
      atLeast: 3,
    };
    expect(applied).toEqual([{ and: [empty('city'), { exists }] }]);
  });

  test('opens such a condition of a link for editing', async () => {
    const filter: Condition = {
      exists: { objectApiName: 'Deal', fields: ['firm'], filter: { field: 'title', op: 'empty' } },
    };
    const { applied, user } = open(filter);
    expect(words()).toContain('至少 1 条交易事件满足：事件标题 为空');
    await user.click(button('应用筛选'));
    expect(applied).toEqual([filter]);
  });
});

describe('a line on notes', () => {
  test('asks for own notes, or for words that notes hold, which it wants before it applies', async () => {
    const { applied, user } = open();
    await user.click(button('删除条件 1'));
    await user.click(button('添加笔记条件'));
    expect(words()).toBe('显示：有我的笔记');
    await user.click(within(line('1')).getByRole('combobox', { name: '笔记' }));
    await user.click(await screen.findByRole('option', { name: '笔记包含（含同事共享）' }));
    await user.click(button('应用筛选'));
    expect(within(line('1')).getByRole('alert').textContent).toBe('请填写笔记中的字词');
    expect(applied).toEqual([]);
    await user.type(within(line('1')).getByRole('textbox', { name: '条件 1 笔记中的字词' }), '复盘');
    expect(words()).toBe('显示：笔记包含“复盘”');
    await user.click(button('应用筛选'));
    expect(applied).toEqual([{ noted: { contains: '复盘' } }]);
  });

  test('is opened again as it was kept', async () => {
    const { applied, user } = open({ and: [empty('city'), { not: { noted: { isOwn: true, contains: '尽调' } } }] });
    expect(words()).toContain('非（我的笔记包含“尽调”）');
    await user.click(button('应用筛选'));
    expect(applied).toEqual([{ and: [empty('city'), { not: { noted: { isOwn: true, contains: '尽调' } } }] }]);
  });
});
