import { cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { readRecord } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

const panel = () => within(document.querySelector<HTMLElement>('.meta-panel') ?? document.body);
const choose = (label: string, value: string) => fireEvent.change(panel().getByLabelText(label), { target: { value } });

async function openFormula(config: NonNullable<FieldDefinition['config']>, label = '预计人数') {
  const saved = new SavedObjects();
  saved.change(({ fields }) => fields.push({ apiName: 'planned', type: 'formula', label, config }));
  saved.change(({ fields }) => fields.push({ apiName: 'foundedOn', type: 'date', label: '成立日期' }));
  saved.api.on(readRecord, () => ({
    record: { id: '1', version: 1, name: '星河智造', staffCount: 20, foundedOn: '2024-01-31' } as never,
    locked: [],
    editable: true,
  }));
  const deps = buildEditor(saved);
  await openEditor(deps);
  deps.uiState.select({ kind: 'field', apiName: 'planned' });
  await panel().findByLabelText('公式的来源');
  const expression = () =>
    deps.editor.definition?.fields.find(({ apiName }) => apiName === 'planned')?.config?.expression;
  return { deps, expression };
}

async function pick(label: string, text: string) {
  const user = userEvent.setup();
  await user.click(panel().getByLabelText(label));
  await user.keyboard(`${text}{Enter}`);
}

test('a formula is composed of a field, a sign and a number without a word of CEL', async () => {
  const { expression } = await openFormula({ expression: 'self.staffCount', resultType: 'integer' });
  choose('公式的来源', 'chain');
  choose('公式第 2 项的运算', '*');
  choose('公式第 2 项的来源', 'literal');
  fireEvent.change(panel().getByLabelText('公式第 2 项的值'), { target: { value: '2' } });
  fireEvent.blur(panel().getByLabelText('公式第 2 项的值'));
  await waitFor(() => expect(expression()).toBe('self.staffCount * 2'));
});

test('a function shows its example, and names what it takes', async () => {
  const { expression } = await openFormula({ expression: 'self.foundedOn', resultType: 'date' });
  choose('公式的来源', 'addMonths');
  expect(panel().getByText("如 addMonths('2024-01-31', 1) → 2024-02-29").tagName).toBe('SMALL');
  choose('公式的月数的来源', 'literal');
  fireEvent.change(panel().getByLabelText('公式的月数的值'), { target: { value: '6' } });
  fireEvent.blur(panel().getByLabelText('公式的月数的值'));
  await waitFor(() => expect(expression()).toBe('addMonths(self.foundedOn, 6)'));
});

test('one of two values by a condition is composed as well', async () => {
  const { expression } = await openFormula({ expression: 'self.staffCount', resultType: 'integer' });
  choose('公式的来源', 'choice');
  fireEvent.click(panel().getByRole('button', { name: '添加条件' }));
  await pick('公式的条件 1的字段', '城市');
  choose('公式的条件 1的比较方式', 'empty');
  choose('公式不成立时的来源', 'literal');
  fireEvent.change(panel().getByLabelText('公式不成立时的值'), { target: { value: '0' } });
  fireEvent.blur(panel().getByLabelText('公式不成立时的值'));
  await waitFor(() => expect(expression()).toBe('blank(self.city) ? self.staffCount : 0'));
});

test('it says what it comes to for real records', async () => {
  await openFormula({
    expression: "self.staffCount * 2 + daysBetween(self.foundedOn, '2024-03-01')",
    resultType: 'integer',
  });
  fireEvent.click(panel().getByText('用真实记录试算'));
  const found = await panel().findByRole('list', { name: '试算结果' });
  await waitFor(() => expect(found.textContent).toContain('星河智造70人数：20；成立日期：2024-01-31'));
});

test('a text without blocks stays a text, and a name that is nearly right is put right by a press', async () => {
  const { expression } = await openFormula({ expression: 'self.staffCount', resultType: 'integer' });
  choose('公式的编辑方式', 'text');
  choose('公式', '人员数 × 2');
  expect((await panel().findByText(/是否指/)).textContent).toContain('“人员数”是否指“人数”？');
  fireEvent.click(panel().getByRole('button', { name: '改正' }));
  expect(expression()).toBe('self.staffCount * 2');
  choose('公式的编辑方式', 'blocks');
  expect(panel().getByLabelText('公式第 2 项的运算')).toHaveProperty('value', '*');
  choose('公式的编辑方式', 'text');
  choose('公式', 'self.name.endsWith("科") ? 1 : 2 + [1][0]');
  expect(panel().getByText('这段表达式没有对应的积木，请用文本修改。').tagName).toBe('P');
});

test('a condition as a formula is composed as conditions are', async () => {
  const saved = await openFormulaOfCondition();
  fireEvent.click(panel().getByRole('button', { name: '添加条件' }));
  await pick('公式 2的字段', '城市');
  choose('公式 2的比较方式', 'notEmpty');
  expect(saved()).toBe('self.staffCount > 3 && has(self.city)');
});

async function openFormulaOfCondition() {
  const saved = new SavedObjects();
  const config = { expression: 'self.staffCount > 3', resultType: 'boolean' as const };
  saved.change(({ fields }) => fields.push({ apiName: 'planned', type: 'formula', label: '有人', config }));
  const deps = buildEditor(saved);
  await openEditor(deps);
  deps.uiState.select({ kind: 'field', apiName: 'planned' });
  await panel().findByRole('button', { name: '添加条件' });
  return () => deps.editor.definition?.fields.find(({ apiName }) => apiName === 'planned')?.config?.expression;
}
