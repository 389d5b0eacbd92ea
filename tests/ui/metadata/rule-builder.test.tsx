import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

const panel = () => within(document.querySelector<HTMLElement>('.meta-panel') ?? document.body);
const choose = (label: string, value: string) => fireEvent.change(panel().getByLabelText(label), { target: { value } });

async function newRule() {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  deps.uiState.show('rules');
  fireEvent.click(await screen.findByRole('button', { name: '添加规则' }));
  await panel().findByRole('button', { name: '添加条件' });
  return { deps, rule: () => deps.editor.definition?.rules[0] };
}

async function pick(label: string, text: string) {
  const user = userEvent.setup();
  await user.click(panel().getByLabelText(label));
  await user.keyboard(`${text}{Enter}`);
}

test('a rule without a condition says in the list that it has none yet, and then what it says', async () => {
  const { rule } = await newRule();
  expect(screen.getByText('尚未设置条件').title).toContain('false');
  fireEvent.click(panel().getByRole('button', { name: '添加条件' }));
  await pick('何时必填 1的字段', '城市');
  choose('何时必填 1的比较方式', 'notEmpty');
  expect(rule()?.rule).toContain('self.city');
  expect(screen.queryByText('尚未设置条件')).toBeNull();
});

test('two rules that do the same to one field have names of their own where they are moved and removed', async () => {
  const { deps } = await newRule();
  fireEvent.click(screen.getByRole('button', { name: '添加规则' }));
  const list = within(screen.getByRole('list', { name: '规则' }));
  expect(list.getAllByRole('button', { name: '必填 · 名称' })).toHaveLength(2);
  fireEvent.keyDown(list.getByRole('button', { name: '移动 必填 · 名称（rule-2），按上下方向键' }), { key: 'ArrowUp' });
  expect(deps.editor.definition?.rules.map(({ id }) => id)).toEqual(['rule-2', 'rule-1']);
  expect(screen.getByText('必填 · 名称（rule-2） 移到第 1 位，共 2 位')).toBeDefined();
  fireEvent.click(list.getByRole('button', { name: '移除 必填 · 名称（rule-1）' }));
  expect(deps.editor.definition?.rules.map(({ id }) => id)).toEqual(['rule-2']);
});

test('a rule of two fields is made without a word of CEL', async () => {
  const { rule } = await newRule();
  await pick('目标字段', '名称');
  fireEvent.click(panel().getByRole('button', { name: '添加条件' }));
  await pick('何时必填 1的字段', '人数');
  choose('何时必填 1的比较方式', 'lt');
  await pick('人数小于', '5');
  fireEvent.click(panel().getByRole('button', { name: '添加条件' }));
  // A condition that is half said is no part of the rule.
  expect(rule()).toMatchObject({ kind: 'required', target: 'name', rule: 'self.staffCount < 5' });
  await pick('何时必填 2的字段', '城市');
  choose('何时必填 2的比较方式', 'notEmpty');
  expect(rule()).toMatchObject({ rule: 'self.staffCount < 5 && has(self.city)' });
  choose('何时必填满足', 'or');
  expect(rule()).toMatchObject({ rule: 'self.staffCount < 5 || has(self.city)' });
});

test('what people write otherwise is put right by a press, and blocks show it', async () => {
  const { rule } = await newRule();
  choose('何时必填的编辑方式', 'text');
  choose('何时必填', '人数≥10 and 城市 是 “上海”');
  fireEvent.click(await panel().findByRole('button', { name: '改正' }));
  expect(rule()).toMatchObject({ rule: "self.staffCount >= 10 && self.city == '上海'" });
  choose('何时必填的编辑方式', 'blocks');
  expect(panel().getByLabelText('何时必填 2的比较方式')).toHaveProperty('value', 'eq');
});

test('names are proposed while they are typed, and taken with the keyboard', async () => {
  const { rule } = await newRule();
  choose('何时必填的编辑方式', 'text');
  const user = userEvent.setup();
  const area = panel().getByLabelText('何时必填');
  await user.clear(area);
  await user.type(area, 'has(人数');
  const proposed = within(panel().getByRole('listbox', { name: '可用的字段与函数' }));
  expect(proposed.getAllByRole('option')[0]?.textContent).toContain('self.staffCount');
  await user.keyboard('{Enter}');
  expect(rule()).toMatchObject({ rule: 'has(self.staffCount' });
});

test('what was proposed is proposed again when a letter is taken back', async () => {
  await newRule();
  choose('何时必填的编辑方式', 'text');
  const user = userEvent.setup();
  const area = panel().getByLabelText('何时必填');
  const proposed = () => [...document.querySelectorAll('.rule-text [role=option]')].map((option) => option.textContent);
  await user.clear(area);
  await user.type(area, '人');
  const first = proposed();
  expect(first.join()).toContain('self.staffCount');
  await user.type(area, '事');
  expect(proposed()).toEqual([]);
  await user.type(area, '{Backspace}');
  expect(proposed()).toEqual(first);
  await user.type(area, '数');
  expect(proposed()[0]).toContain('self.staffCount');
  await user.type(area, '{Backspace}{Backspace}城');
  expect(proposed()[0]).toContain('self.city');
});

test('a case beside the rule says at once whether the rule answers as expected', async () => {
  const { rule } = await newRule();
  choose('何时必填的编辑方式', 'text');
  choose('何时必填', 'self.staffCount > 3');
  fireEvent.click(panel().getByText('用例（0）'));
  fireEvent.click(await panel().findByRole('button', { name: '添加用例' }));
  fireEvent.change(await panel().findByLabelText('人数'), { target: { value: '5' } });
  choose('应为', 'false');
  expect((await panel().findByText(/未通过：实为“必填”/)).textContent).toBe('未通过：实为“必填”');
  choose('应为', 'true');
  await panel().findByText('通过');
  expect(rule()).toMatchObject({ tests: [{ values: { staffCount: 5 }, expected: true }] });
});

test('a condition that a value is another one is made to hold where nothing is filled in, by a press', async () => {
  const { rule } = await newRule();
  await pick('目标字段', '名称');
  fireEvent.click(panel().getByRole('button', { name: '添加条件' }));
  await pick('何时必填 1的字段', '人数');
  choose('何时必填 1的比较方式', 'ne');
  await pick('人数不等于', '5');
  expect(rule()).toMatchObject({ rule: 'self.staffCount != 5' });
  fireEvent.click(panel().getByRole('button', { name: '未填写也算' }));
  expect(rule()).toMatchObject({ rule: '(self.staffCount != 5 || blank(self.staffCount))' });
  expect(panel().queryByRole('button', { name: '未填写也算' })).toBeNull();
});
