import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { readSavedObject } from '#schemas/api/metadata.ts';
import { newObject } from '#tests/support/editing.ts';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

const panel = () => within(document.querySelector<HTMLElement>('.meta-panel') ?? document.body);
const choose = (label: string, value: string) => fireEvent.change(panel().getByLabelText(label), { target: { value } });

const ORG = newObject('Org', [
  { apiName: 'name', type: 'text', label: '名称', required: true },
  { apiName: 'founded', type: 'date', label: '成立日期' },
]);

/** A rule of companies, which name an institution. */
async function newRule() {
  const saved = new SavedObjects();
  saved.change(({ fields }) =>
    fields.push({ apiName: 'investor', type: 'reference', label: '投资机构', targetApiName: 'Org' }),
  );
  saved.api.on(readSavedObject, ({ params }) => (params.objectApiName === 'Org' ? ORG : saved.definition));
  const deps = buildEditor(saved);
  await openEditor(deps);
  deps.uiState.show('rules');
  fireEvent.click(await screen.findByRole('button', { name: '添加规则' }));
  await panel().findByRole('button', { name: '添加条件' });
  await waitFor(() => expect(deps.schema.others['Org']).toBeTruthy());
  const lookups = () => deps.editor.definition?.fields.filter(({ type }) => type === 'lookup');
  return { deps, lookups, rule: () => deps.editor.definition?.rules[0]?.rule };
}

const FOUNDED = {
  apiName: 'investorFounded',
  type: 'lookup',
  label: '投资机构成立日期',
  config: { lookup: { reference: 'investor', field: 'founded' }, result: 'date' },
};

test('a field of the record that a reference names is picked by its path, and read by a look-up that is made', async () => {
  const { lookups, rule } = await newRule();
  const user = userEvent.setup();
  fireEvent.click(panel().getByRole('button', { name: '添加条件' }));
  await user.click(panel().getByLabelText('何时必填 1的字段'));
  await user.keyboard('机构 › 成立{Enter}');
  choose('何时必填 1的比较方式', 'notEmpty');
  await waitFor(() => expect(rule()).toBe('has(self.investorFounded)'));
  expect(lookups()).toMatchObject([FOUNDED]);
  fireEvent.click(panel().getByRole('button', { name: '添加条件' }));
  await user.click(panel().getByLabelText('何时必填 2的字段'));
  await user.keyboard('机构 › 成立{Enter}');
  choose('何时必填 2的比较方式', 'empty');
  await waitFor(() => expect(rule()).toBe('has(self.investorFounded) && blank(self.investorFounded)'));
  expect(lookups()).toHaveLength(1);
});

test.each(['has(self.investor.founded)', 'has(投资机构 › 成立日期)'])(
  'a text that reads over the reference is put right by a press: %s',
  async (written) => {
    const { lookups, rule } = await newRule();
    choose('何时必填的编辑方式', 'text');
    choose('何时必填', written);
    fireEvent.click(await panel().findByRole('button', { name: '新建并使用' }));
    expect(rule()).toBe('has(self.investorFounded)');
    expect(lookups()).toMatchObject([FOUNDED]);
  },
);
