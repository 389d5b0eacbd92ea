import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteOwnRecord, restoreOwnRecord } from '#schemas/api/profile.ts';
import { listRecords } from '#schemas/api/records.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { RecordsPage, type RecordFormSlot } from '#client/features/account/profile/records-page.tsx';
import { RECORD_KINDS, RecordsStore } from '#client/features/account/profile/records-store.ts';
import { FakeApi, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const WORK = row({ id: '7', organization: '示例科技', position: '工程师', startOn: '2020-03', isCurrent: true });
const definition = shippedObjects().find(({ apiName }) => apiName === 'WorkRecord');
const layout = {
  objectApiName: 'WorkRecord',
  label: '工作经历',
  version: 1,
  nameField: 'organization',
  fields: definition?.fields ?? [],
  columns: definition?.layouts.list.columns ?? [],
  filters: [],
  sort: [],
};

function open(list = [WORK]) {
  const api = new FakeApi()
    .on(listRecords, () => ({ layout, list, total: list.length, totalIsExact: true, after: null }))
    .on(deleteOwnRecord, () => null)
    .on(restoreOwnRecord, () => ({ record: WORK, locked: [], editable: true }));
  const slots: RecordFormSlot[] = [];
  const [kind] = RECORD_KINDS;
  render(
    <RecordsPage
      stores={[new RecordsStore(api, kind)]}
      options={new LookupStore(api)}
      form={(slot) => {
        slots.push(slot);
        return <p>表单 {slot.id ?? '新建'}</p>;
      }}
    />,
  );
  return { api, slots };
}

describe('what a person has done', () => {
  it('shows what the list layout of its object shows, by the labels of its fields', async () => {
    open();
    const item = await screen.findByRole('listitem');
    expect(item.textContent).toContain('示例科技');
    expect(item.textContent).toContain('职务工程师');
    expect(item.textContent).toContain('入职时间2020年3月');
  });

  it('is deleted at once and brought back by 撤销, under its own id', async () => {
    const { api } = open();
    await userEvent.click(await screen.findByRole('button', { name: '删除示例科技' }));
    await screen.findByText('已删除“示例科技”');
    expect(screen.queryByRole('listitem')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '撤销' }));
    expect(await screen.findByRole('listitem')).toBeTruthy();
    expect(api.callsOf(restoreOwnRecord)).toEqual([{ id: '7' }]);
  });

  it('is filled in and edited in the form of its object', async () => {
    const { slots } = open();
    await userEvent.click(await screen.findByRole('button', { name: '编辑示例科技' }));
    expect(screen.getByText('表单 7')).toBeTruthy();
    act(() => slots.at(-1)?.onCancel());
    await userEvent.click(await screen.findByRole('button', { name: '添加工作经历' }));
    expect(slots.at(-1)).toMatchObject({ objectApiName: 'WorkRecord', id: undefined });
  });

  it('that is not there yet says how to begin', async () => {
    open([]);
    expect(await screen.findByText('还没有工作经历，点“添加”开始填写。')).toBeTruthy();
  });
});
