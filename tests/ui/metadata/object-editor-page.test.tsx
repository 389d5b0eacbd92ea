import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { readBackFills } from '#schemas/api/back-fills.ts';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const panel = () => within(document.querySelector<HTMLElement>('.meta-panel') ?? document.body);
const type = (label: string, text: string) =>
  fireEvent.change(panel().getByLabelText(label), { target: { value: text } });

test('a field is changed in a form that the schema describes, and the preview follows', async () => {
  const server = new SavedObjects();
  const deps = buildEditor(server);
  await openEditor(deps);
  press('城市');
  // The form has what the language says of text, and not what it says of numbers.
  expect(panel().getByLabelText('最大长度')).toHaveProperty('value', '50');
  expect(panel().queryByLabelText('小数位数')).toBeNull();
  expect(panel().getByLabelText(/字段标识/)).toHaveProperty('disabled', true);
  type('帮助说明', '总部所在');
  expect(deps.editor.definition?.fields[1]).toMatchObject({ config: { help: '总部所在' } });
  press('关闭面板');
  await waitFor(() => expect(deps.preview.form?.shape.fields.get('city')?.config?.help).toBe('总部所在'));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(deps.editor.definition?.fields[1]).not.toHaveProperty('config');
  fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true });
  expect(deps.editor.definition?.fields[1]).toHaveProperty('config');
});

test('a text field is numbered by its digits, with a prefix', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  press('城市');
  type('编号前缀', 'HT-');
  type('自动编号的位数', '6');
  expect(deps.editor.definition?.fields[1]).toMatchObject({ config: { autoNumber: { prefix: 'HT-', digits: 6 } } });
  type('编号前缀', '');
  type('自动编号的位数', '');
  expect(deps.editor.definition?.fields[1]).not.toHaveProperty('config.autoNumber');
});

test('what is typed after pressing for a new field is its label', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: '添加字段' }));
  await user.keyboard('官网');
  expect(panel().getByLabelText('名称')).toHaveProperty('value', '官网');
});

test.each([
  ['长文本', 'longText'],
  ['照片', 'image'],
  ['链接', 'url'],
  ['开关', 'boolean'],
  ['附件', 'file'],
])('a type of field is found by what people call it: %s', async (word, found) => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  press('添加字段');
  const user = userEvent.setup();
  await user.click(panel().getByLabelText('类型'));
  await user.keyboard(`${word}{Enter}`);
  expect(deps.uiState.newField.part).toMatchObject({ type: found });
});

test('records are numbered in a new field of text by one press, and not in one of another type', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  press('添加字段');
  const numbered = () => panel().queryByRole('checkbox', { name: '自动编号' });
  fireEvent.click(numbered() ?? document.body);
  expect(panel().getByLabelText('自动编号的位数')).toHaveProperty('value', '4');
  type('编号前缀', 'LY-');
  expect(deps.uiState.newField.part).toMatchObject({ config: { autoNumber: { digits: 4, prefix: 'LY-' } } });
  fireEvent.click(numbered() ?? document.body);
  expect(deps.uiState.newField.part).not.toHaveProperty('config.autoNumber');
  const user = userEvent.setup();
  await user.click(panel().getByLabelText('类型'));
  await user.keyboard('整数{Enter}');
  expect(numbered()).toBeNull();
});

test('a new field whose name is taken is refused in words; with a free one it is in the draft and shown', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  press('添加字段');
  type('字段标识', 'city');
  expect((await panel().findByRole('alert')).textContent).toContain('与字段“城市”重复');
  type('名称', '官网');
  type('字段标识', 'website');
  press('添加到草稿');
  expect(deps.editor.definition?.fields.at(-1)).toMatchObject({ apiName: 'website', type: 'text', label: '官网' });
  expect(deps.editor.definition?.layouts.list.columns).toContain('website');
});

test('a new field that is half filled in is there again after a look at another tab, and gone once it is put away', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  press('添加字段');
  type('名称', '官网');
  fireEvent.click(panel().getByRole('checkbox', { name: '筛选' }));
  fireEvent.click(screen.getByRole('tab', { name: '列表布局' }));
  expect(document.querySelector('.meta-panel')).toBeNull();
  fireEvent.click(screen.getByRole('tab', { name: '字段' }));
  expect(panel().getByLabelText('名称')).toHaveProperty('value', '官网');
  expect(panel().getByRole('checkbox', { name: '筛选' })).toHaveProperty('checked', false);
  press('关闭面板');
  press('添加字段');
  expect(panel().getByLabelText('名称')).toHaveProperty('value', '');
});

test('the keyboard alone gives fields another order', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  fireEvent.keyDown(screen.getByRole('button', { name: /移动 城市/ }), { key: 'ArrowUp' });
  expect(deps.editor.definition?.fields.map((field) => field.apiName)).toEqual(['city', 'name', 'staffCount']);
});

test('saving shows what changes and what it does to the tables before it happens', async () => {
  const server = new SavedObjects();
  const deps = buildEditor(server);
  await openEditor(deps);
  press('添加字段');
  type('名称', '官网');
  type('字段标识', 'website');
  press('添加到草稿');
  press('保存');
  const review = within(await screen.findByRole('dialog'));
  await review.findByText('增加 1 列');
  expect(review.queryByText(/add column/)).toBeNull();
  fireEvent.click(review.getByText('查看 SQL'));
  await review.findByText(/add column "website"/);
  expect(review.getByText('改了一处')).toBeTruthy();
  expect(server.definition.version).toBe(1);
  fireEvent.click(review.getByRole('button', { name: '确认保存' }));
  await screen.findByText(/已保存版本 2/);
  expect(server.definition.fields.map((field) => field.apiName)).toContain('website');
});

test('the second of two is shown who saved what, and asked only where both changed the same thing', async () => {
  const server = new SavedObjects();
  const deps = buildEditor(server);
  await openEditor(deps);
  press('城市');
  type('名称', '所在城市');
  server.change((definition) => {
    Object.assign(definition.fields[1] ?? {}, { label: '总部城市', config: { help: '总部所在' } });
  });
  deps.editor.receive({ type: 'metadata.changed', objectApiName: 'Company', version: 2 });
  const notice = within(await screen.findByText(/王敏.*已保存版本 2/).then((found) => found.parentElement ?? found));
  expect(notice.getByText(server.changes[0] ?? '')).toBeTruthy();
  fireEvent.click(notice.getByRole('button', { name: '把我的修改合并到最新版本' }));
  const questions = within(await screen.findByRole('dialog'));
  expect(questions.getByText(/字段“所在城市”的“名称”/)).toBeTruthy();
  expect(questions.getAllByRole('radio')).toHaveLength(2);
  expect(questions.getByRole('button', { name: '还有 1 处未选择' })).toHaveProperty('disabled', true);
  fireEvent.click(questions.getByRole('radio', { name: /总部城市/ }));
  fireEvent.click(questions.getByRole('button', { name: '合并' }));
  expect(deps.editor.definition?.fields[1]).toMatchObject({ label: '总部城市', config: { help: '总部所在' } });
  expect(deps.editor.draft?.baseVersion).toBe(2);
});

test('a rule that cannot be used says so under its text while it is written', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  deps.uiState.show('rules');
  fireEvent.click(await screen.findByRole('button', { name: '添加规则' }));
  fireEvent.change(await panel().findByLabelText('何时必填的编辑方式'), { target: { value: 'text' } });
  type('何时必填', 'self.cty == "x"');
  expect((await panel().findByText(/第 1 行第 \d+ 列/)).textContent).toContain('cty');
  type('何时必填', 'self.city == "x"');
  await panel().findByText('表达式可以使用；在“表单预览”中填写即可试用');
});

test('a section is shown to the roles that are chosen for it, and its card names them', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  fireEvent.click(screen.getByRole('tab', { name: '表单布局' }));
  fireEvent.click(await screen.findByRole('button', { name: '编辑分区 全部' }));
  const user = userEvent.setup();
  await user.click(panel().getByLabelText(/显示给这些身份/));
  await user.click(await screen.findByRole('option', { name: '机构投资人' }));
  await user.click(await screen.findByRole('option', { name: '创业者' }));
  expect(deps.editor.definition?.layouts.form.sections[0]?.audience).toEqual(['ORG_INVESTOR', 'START_UP']);
  expect(screen.getByText('每行 2 列，显示给机构投资人、创业者')).toBeDefined();
});

test('the condition of a roll-up is said in words below its form, with the labels of fields and options', async () => {
  const server = new SavedObjects();
  server.change(({ fields, layouts }) => {
    const filter = {
      and: [
        { field: 'city', op: 'eq', value: '杭州' },
        { field: 'staffCount', op: 'gte', value: 50 },
      ],
    };
    const rollup = { objectApiName: 'Company', fields: ['parent'], function: 'count', filter };
    fields.push(
      { apiName: 'parent', type: 'reference', label: '母公司', targetApiName: 'Company' },
      { apiName: 'branches', type: 'rollup', label: '杭州子公司数', config: { rollup } as never },
    );
    layouts.list.columns.push('branches');
  });
  await openEditor(buildEditor(server));
  press('杭州子公司数');
  const line = await screen.findByText(/：城市 .*杭州 且 人数 .*50/);
  const form = line.parentElement?.querySelector('.jt-form');
  expect(form?.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a formula is said in words below its form, with the labels of its fields', async () => {
  const server = new SavedObjects();
  server.change(({ fields, layouts }) => {
    fields.push({
      apiName: 'isLarge',
      type: 'formula',
      label: '是否大型',
      config: { expression: 'self.staffCount >= 500', resultType: 'boolean' } as never,
    });
    layouts.list.columns.push('isLarge');
  });
  await openEditor(buildEditor(server));
  press('是否大型');
  expect(await screen.findByText(/^公式：人数 不小于 500$/)).toBeDefined();
});

test('a condition of the object is named where it is set, before there is one', async () => {
  await openEditor(buildEditor(new SavedObjects()));
  fireEvent.click(screen.getByRole('tab', { name: '属性与权限' }));
  const line = await screen.findByText(/^待处理的条件：未设置/);
  expect(line.className).toBe('meta-lead');
});

test('conditions that a type of field does not take are not offered for it', async () => {
  await openEditor(buildEditor(new SavedObjects()));
  press('城市');
  expect(panel().getByLabelText('最大长度')).toHaveProperty('value', '50');
  expect(panel().queryByText(/：未设置/)).toBeNull();
});

test('a field is limited to some records in its panel, and keeps its limits when something else of it is changed', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  press('城市');
  const card = within(panel().getByRole('region', { name: '按条件可见' }));
  fireEvent.click(card.getByRole('button', { name: '添加可见范围' }));
  fireEvent.click(card.getByRole('button', { name: '本人的记录：是' }));
  expect(deps.editor.definition?.fields[1]).toMatchObject({ config: { limits: [{ own: true }] } });
  type('帮助说明', '总部所在');
  expect(deps.editor.definition?.fields[1]).toMatchObject({ config: { limits: [{ own: true }], help: '总部所在' } });
  fireEvent.click(card.getByRole('button', { name: /^移除/ }));
  expect(deps.editor.definition?.fields[1]?.config).toEqual({ help: '总部所在' });
  press('名称');
  expect(panel().queryByRole('region', { name: '按条件可见' })).toBeNull();
});

test('a default that many records are still being given is followed until they have it', async () => {
  const server = new SavedObjects();
  server.backFills = [{ label: '城市', left: 12_500 }];
  const deps = buildEditor(server);
  await openEditor(deps);
  expect((await screen.findByText(/正在为已有记录填入“城市”的值/)).textContent).toContain('还有 12,500 条');
  server.backFills = [{ label: '城市', left: 100_000, problem: 'timeout' }];
  deps.backFills.follow();
  expect((await screen.findByText(/还有 100,000 条以上。上次中断：timeout，稍后自动重试/)).textContent).toContain(
    '城市',
  );
  server.backFills = [];
  deps.backFills.follow();
  await waitFor(() => expect(screen.queryByText(/正在为已有记录填入/)).toBeNull());
  const asked = server.api.callsOf(readBackFills).length;
  deps.backFills.follow();
  expect(server.api.callsOf(readBackFills)).toHaveLength(asked);
});

test('a new field is asked for what it needs, and for the rest on demand', async () => {
  await openEditor(buildEditor(new SavedObjects()));
  press('添加字段');
  await panel().findByLabelText('名称');
  expect(panel().queryByLabelText('最大长度')).toBeNull();
  expect(panel().queryByLabelText('帮助说明')).toBeNull();
  fireEvent.click(panel().getByRole('button', { name: '更多设置' }));
  expect(panel().getByLabelText('最大长度')).toBeDefined();
  expect(panel().queryByRole('button', { name: '更多设置' })).toBeNull();
});

test('a new roll-up is asked at once from which records it is counted, and by which way', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  press('添加字段');
  deps.uiState.fillIn({ part: { type: 'rollup' } });
  await panel().findByLabelText(/^汇总的对象/);
  for (const label of [/^经由字段/, /^中间对象(?!指)/, /^汇总方式/, /^汇总的字段/])
    expect(panel().getByLabelText(label)).toBeDefined();
  expect(panel().queryByLabelText('帮助说明')).toBeNull();
});
