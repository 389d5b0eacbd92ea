import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { observer } from 'mobx-react-lite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type GoneItem,
  type ListColumns,
  type ListField,
  readGoneItems,
  readListColumns,
  readListValues,
  setListColumns,
  setListValues,
} from '#schemas/api/list-columns.ts';
import { ListBar } from '#client/features/kept-lists/list-bar.tsx';
import { ListColumnsStore } from '#client/features/kept-lists/list-columns-store.ts';
import { OwnColumns } from '#client/features/kept-lists/own-columns.tsx';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const STEP: ListField = {
  apiName: 'c1',
  type: 'select',
  label: '进展',
  selectOptions: [{ value: 'met', label: '已约谈' }],
};
const REMARK: ListField = { apiName: 'c2', type: 'text', label: '备注', maxLength: 500 };
const ROWS = [
  { id: '10', name: '鲸图科技' },
  { id: '11', name: '海豚资本' },
];

/** Draws the own columns of each row, as a grid does. */
const Rows = observer(function Rows({ own }: { readonly own: OwnColumns }) {
  return (
    <ul>
      {ROWS.map((row) => (
        <li key={row.id} aria-label={row.name}>
          {own.columns.map(({ id, cell }) => (
            <span key={id}>{cell({ ...row, version: 1 })}</span>
          ))}
        </li>
      ))}
    </ul>
  );
});

function open(mine: Partial<ListColumns> = {}, gone: readonly GoneItem[] = []) {
  let columns: ListColumns = { id: '5', version: 3, fields: [STEP, REMARK], mayFill: true, mayChange: true, ...mine };
  const taken: string[] = [];
  const api = new FakeApi()
    .on(readListColumns, () => columns)
    .on(readGoneItems, () => [...gone])
    .on(readListValues, () => [{ recordId: '10', version: 2, values: { c1: 'met' } }])
    .on(setListColumns, ({ body }) => (columns = { ...columns, version: body.version + 1, fields: body.fields }))
    .on(setListValues, ({ params, body }) => ({
      recordId: params.recordId,
      version: body.version + 1,
      values: { c1: 'met', ...body.values },
    }));
  const store = new ListColumnsStore(api, '5');
  const lookups = new LookupStore(api);
  const own = new OwnColumns(store, lookups, (row) => String(row['name']));
  render(
    <>
      <ListBar
        store={store}
        name="硬科技早期"
        lookups={lookups}
        today="2026-11-26"
        onTake={(ids) => void taken.push(...ids)}
      />
      <Rows own={own} />
    </>,
  );
  return { api, taken, user: userEvent.setup() };
}

describe('own columns of a list', () => {
  test('are read for all rows at once, and filled in for one in a small form', async () => {
    const { api, user } = open();
    const row = screen.getByRole('listitem', { name: '鲸图科技' });
    expect(await within(row).findByText('已约谈')).toBeTruthy();
    expect(api.callsOf(readListValues)).toEqual([{ ids: ['10', '11'] }]);
    await user.click(within(row).getByRole('button', { name: '填写备注：鲸图科技' }));
    const dialog = await screen.findByRole('dialog', { name: '鲸图科技' });
    await user.type(await within(dialog).findByRole('textbox', { name: /备注/u }), '团队好');
    await user.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await within(row).findByText('团队好')).toBeTruthy();
    expect(api.callsOf(setListValues)).toEqual([{ version: 2, values: { c2: '团队好' } }]);
  });

  test('keep what was typed where another was faster, and save at the version that is read then', async () => {
    const { api, user } = open();
    const row = screen.getByRole('listitem', { name: '鲸图科技' });
    await within(row).findByText('已约谈');
    api.on(setListValues, () => {
      throw refusal('CONFLICT');
    });
    await user.click(within(row).getByRole('button', { name: '填写备注：鲸图科技' }));
    await user.type(await screen.findByRole('textbox', { name: /备注/u }), '好');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(api.callsOf(readListValues)).toHaveLength(2);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /备注/u }).value).toBe('好');
  });

  test('are only read by those who may look at the list', async () => {
    open({ mayFill: false, mayChange: false });
    expect(await screen.findByText('已约谈')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /填写|自定义列/u })).toBeNull();
  });

  test('are added with a type and options, and one that goes is named before', async () => {
    const { api, user } = open();
    await user.click(await screen.findByRole('button', { name: '自定义列 2' }));
    await user.click(await screen.findByRole('button', { name: '删除这一列：备注' }));
    expect(screen.getByText('保存后将删除“备注”，已填写的内容一并删除')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '添加一列' }));
    const added = screen.getByRole('group', { name: '第 2 列' });
    await user.type(within(added).getByRole('textbox', { name: '列名' }), '结论');
    await user.click(within(added).getByRole('combobox', { name: '类型' }));
    await user.click(await screen.findByRole('option', { name: '多选' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true);
    await user.type(within(added).getByRole('textbox', { name: '选项，每行一个' }), '跟进{Enter}放弃');
    await user.click(screen.getByRole('button', { name: '保存' }));
    const options = ['跟进', '放弃'].map((label) => ({ value: label, label }));
    expect(api.callsOf(setListColumns)).toEqual([
      { version: 3, fields: [STEP, { apiName: 'c3', type: 'multiSelect', label: '结论', selectOptions: options }] },
    ]);
  });
});

describe('a record of a list that is there no more', () => {
  test('stays as a grey line with its last name until it is taken off', async () => {
    const gone = [
      { id: '20', name: '旧企业' },
      { id: '21', name: null },
    ];
    const { user, taken } = open({}, gone);
    const line = await screen.findByRole('list', { name: '已不存在的记录' });
    expect(within(line).getByText('旧企业（已归档）')).toBeTruthy();
    expect(within(line).getByText('已删除的记录 #21')).toBeTruthy();
    await user.click(within(line).getByRole('button', { name: '移出清单：旧企业' }));
    expect(taken).toEqual(['20']);
  });
});
