import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeRecordParty, changeWhiteList } from '#schemas/api/contact-staff.ts';
import { queryDataByName } from '#schemas/api/metadata.ts';
import { FakeApi, refusal, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openSystemList } from '#tests/support/ui/system-list.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

describe('the white list', () => {
  const person = { id: '9', name: '示例投资人' };

  test('takes on and lets go for a reason, which the server may refuse', async () => {
    const api = new FakeApi().on(queryDataByName, () => [person]);
    const entry = row({ id: '9', name: '示例投资人', person, roles: ['ORG_INVESTOR'], reason: '战略合作机构' });
    const { person: user, said } = openSystemList(api, 'WhiteListEntry', () => [entry]);
    for (const words of ['机构投资人', '战略合作机构']) await screen.findByText(words);
    await user.click(screen.getByRole('button', { name: '加入白名单' }));
    const adding = await screen.findByRole('dialog', { name: '加入白名单' });
    await user.click(within(adding).getByLabelText(/^用户/));
    await user.click(await screen.findByRole('option', { name: '示例投资人' }));
    api.on(changeWhiteList, () => {
      throw refusal('INVALID_BODY');
    });
    await user.click(within(adding).getByRole('button', { name: '加入' }));
    expect(api.callsOf(changeWhiteList)).toEqual([]);
    fireEvent.change(within(adding).getByLabelText(/^原因/), { target: { value: '战略合作' } });
    await user.click(within(adding).getByRole('button', { name: '加入' }));
    expect(await screen.findByText('提交的内容有误')).toBeDefined();
    expect(within(adding).getByLabelText(/^原因/)).toHaveProperty('value', '战略合作');
    api.on(changeWhiteList, ({ body }) => ({ uid: '9', listed: body.listed }));
    await user.click(within(adding).getByRole('button', { name: '加入' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(changeWhiteList).at(-1)).toEqual({ account: '9', listed: true, reason: '战略合作' });
    await user.click(await screen.findByRole('button', { name: '移出白名单' }));
    const dialog = await screen.findByRole('dialog', { name: '移出白名单 示例投资人' });
    fireEvent.change(within(dialog).getByLabelText(/^原因/), { target: { value: '合作结束' } });
    await user.click(within(dialog).getByRole('button', { name: '移出' }));
    await waitFor(() => expect(said).toEqual(['已加入白名单', '已移出白名单']));
    expect(api.callsOf(changeWhiteList).at(-1)).toEqual({ account: '9', listed: false, reason: '合作结束' });
  });

  test('is beside the contacts of records, which are chosen by name from the object that is chosen', async () => {
    const asked: string[] = [];
    const api = new FakeApi().on(queryDataByName, ({ query }) => {
      asked.push(query.objectApiName);
      return query.objectApiName === 'User' ? [person] : [{ id: '12', name: `${query.objectApiName}的记录` }];
    });
    api.on(changeRecordParty, ({ body }) => ({ uid: '9', linked: body.linked }));
    const contact = row({ id: '1', name: '示例投资人', person, objectApiName: 'InsightInvestor', recordId: '12' });
    const { person: user } = openSystemList(api, 'RecordContact', () => [contact]);
    await user.click(await screen.findByRole('button', { name: '指定联系人' }));
    const dialog = await screen.findByRole('dialog', { name: '指定联系人' });
    const choose = async (label: string, option: string) => {
      await user.click(within(dialog).getByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('记录', 'InsightCompany的记录');
    await choose('对象', '投资人');
    // The company that was chosen is none of the investors.
    expect(within(dialog).getByRole('combobox', { name: '记录' })).toHaveProperty('value', '');
    await choose('记录', 'InsightInvestor的记录');
    await choose('用户', '示例投资人');
    fireEvent.change(within(dialog).getByLabelText(/^原因/), { target: { value: '本人确认' } });
    await user.click(within(dialog).getByRole('button', { name: '设为联系人' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toEqual(['InsightCompany', 'InsightInvestor', 'User']);
    expect(api.callsOf(changeRecordParty)).toEqual([
      { objectApiName: 'InsightInvestor', recordId: '12', account: '9', linked: true, reason: '本人确认' },
    ]);
  });
});
