import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListView } from '#schemas/api/list-view.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { VIEW } from '#tests/ui/records/lists.ts';
import { FakeServer, LOOKUPS } from './fake-server.ts';
import { control, openForm, saveButton } from './open-form.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

const COMPANY: ListView = {
  ...VIEW,
  hasNotes: true,
  fields: [
    ...VIEW.fields,
    { apiName: 'foundedOn', type: 'date', label: '成立日期' },
    { apiName: 'deals', type: 'rollup', label: '交易数', config: { result: 'integer' } },
    { apiName: 'parent', type: 'reference', label: '母公司', targetApiName: 'InsightCompany' },
  ],
};
const DEAL: ListView = {
  ...VIEW,
  objectApiName: 'InsightTransaction',
  label: '交易事件',
  fields: [{ apiName: 'title', type: 'text', label: '事件标题' }],
  filters: ['title'],
};

const lookups = {
  ...LOOKUPS,
  objects: () => [
    { apiName: 'InsightCompany', label: '企业' },
    { apiName: 'InsightTransaction', label: '交易事件' },
  ],
  listView: (apiName: string) => [COMPANY, DEAL].find(({ objectApiName }) => objectApiName === apiName),
};

/** The form of a shipped object with a filled record. */
async function open(apiName: string, values: Record<string, unknown>, shows = '规则对象', more: object = {}) {
  const server = new FakeServer();
  const object = shippedObjects().get(apiName);
  if (!object) throw new Error(`${apiName} does not ship`);
  server.definition = object;
  server.record = values;
  await openForm({ id: '9', server, lookups: { ...lookups, ...more } });
  await waitFor(() => control(shows));

  return { server, user: userEvent.setup() };
}

const AUTOMATION = {
  title: '大额交易通知',
  state: 'off',
  objectName: 'InsightCompany',
  trigger: 'created',
  action: 'setField',
  targetField: 'round',
  targetValue: 'A轮',
};

async function choose(user: ReturnType<typeof userEvent.setup>, label: string, option: string) {
  await user.click(control(label));
  await user.click(await screen.findByRole('option', { name: option }));
}

const sent = async (server: FakeServer) => {
  fireEvent.click(saveButton());
  await waitFor(() => expect(server.writes).toHaveLength(1));
  return server.writes[0]?.body['values'];
};

describe('the form of an automation', () => {
  test('shows the ids of objects that have one label', async () => {
    const objects = () => [...lookups.objects(), { apiName: 'CompanyCreate', label: '企业' }];
    await open('Automation', AUTOMATION, '规则对象', { objects });
    expect(control('规则对象').value).toBe('企业（InsightCompany）');
    await userEvent.click(control('规则对象'));
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['企业（InsightCompany）', '交易事件', '企业（CompanyCreate）']);
  });

  test('names the object and the fields by their labels', async () => {
    await open('Automation', AUTOMATION);
    expect([control('规则对象').value, control('填写的字段').value]).toEqual(['企业', '最新轮次']);
  });

  test('offers as fields to fill in those alone that an automation may write', async () => {
    const { user } = await open('Automation', AUTOMATION);
    await user.click(control('填写的字段'));
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['企业简称', '最新轮次', '融资总额', '城市', '成立日期']);
  });

  test('finds a field by its pinyin', async () => {
    const { user } = await open('Automation', AUTOMATION);
    await user.click(control('填写的字段'));
    await user.clear(control('填写的字段'));
    await user.type(control('填写的字段'), 'clrq');
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['成立日期']),
    );
  });

  test('asks for the value as the chosen field is filled in, and keeps it as text', async () => {
    const { server, user } = await open('Automation', AUTOMATION);
    expect(control('填写的值').value).toBe('A轮');
    await choose(user, '填写的值', 'B轮');
    expect(await sent(server)).toEqual({ targetValue: 'B轮' });
  });

  test('writes the day on which the rule is followed into a date', async () => {
    const { server, user } = await open('Automation', {
      ...AUTOMATION,
      targetField: 'foundedOn',
      targetValue: '2026-01-01',
    });
    await user.selectOptions(screen.getByLabelText('填写的值：哪一天'), '处理当天');
    expect(await sent(server)).toEqual({ targetValue: '$today' });
  });

  test('puts the condition together in the panel of lists, and keeps it as the lists do', async () => {
    const { server, user } = await open('Automation', AUTOMATION);
    await user.click(screen.getByRole('button', { name: '设置条件' }));
    const panel = await screen.findByRole('dialog', { name: '规则条件' });
    await user.click(within(panel).getByRole('combobox', { name: '字段' }));
    await user.click(await screen.findByRole('option', { name: '城市' }));
    await user.type(within(panel).getByRole('textbox'), '杭州');
    await user.click(within(panel).getByRole('button', { name: '确定' }));
    expect(screen.getByText('城市 包含 杭州')).toBeTruthy();
    expect(await sent(server)).toEqual({ filter: '{"field":"city","op":"contains","value":"杭州"}' });
  });

  test('says a kept condition in words, and clears it', async () => {
    const filter = '{"and":[{"field":"city","op":"contains","value":"杭州"},{"field":"foundedOn","op":"notEmpty"}]}';
    const { server, user } = await open('Automation', { ...AUTOMATION, filter });
    expect(screen.getByText('城市 包含 杭州 且 成立日期 不为空')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '清除' }));
    expect(await sent(server)).toEqual({ filter: null });
  });

  test('leaves a condition that the panel cannot show the text that it is, with the reason', async () => {
    await open('Automation', { ...AUTOMATION, filter: '{"field":"gone","op":"notEmpty"}' });
    expect(screen.getByText(/没有字段“gone”/)).toBeTruthy();
    expect(screen.getByDisplayValue('{"field":"gone","op":"notEmpty"}')).toBeTruthy();
  });

  test('takes fields, value and condition away with their object', async () => {
    const filter = '{"field":"city","op":"contains","value":"杭州"}';
    const { server, user } = await open('Automation', { ...AUTOMATION, filter });
    await choose(user, '规则对象', '交易事件');
    await choose(user, '填写的字段', '事件标题');
    expect(await sent(server)).toEqual({
      objectName: 'InsightTransaction',
      targetField: 'title',
      targetValue: null,
      filter: null,
    });
  });
});

describe('the form of a block of the first page', () => {
  const BLOCK = { title: '新成立的企业', kind: 'count', published: true, objectName: 'InsightCompany' };

  async function openCondition(apiName: string, values: Record<string, unknown>, of: string) {
    const opened = await open(apiName, values, of);
    await opened.user.click(screen.getByRole('button', { name: '设置条件' }));
    const panel = within(await screen.findByRole('dialog'));
    await opened.user.click(panel.getByRole('combobox', { name: '字段' }));
    await opened.user.click(await screen.findByRole('option', { name: '成立日期' }));
    await opened.user.click(panel.getByRole('combobox', { name: '比较方式' }));
    return { ...opened, panel };
  }

  test('compares a date with the last look of each user by clicks, and says so in words', async () => {
    const { server, user, panel } = await openCondition('HomeBlock', BLOCK, '内容对象');
    await user.click(await screen.findByRole('option', { name: '上次查看以来' }));
    expect(panel.getByRole('status').textContent).toBe('满足：成立日期 上次查看以来');
    await user.click(panel.getByRole('button', { name: '确定' }));
    expect(screen.getByText('成立日期 上次查看以来')).toBeTruthy();
    expect(await sent(server)).toEqual({ filter: '{"field":"foundedOn","op":"sinceLastLook"}' });
  });

  test('shows a condition that was written by hand in the same words', async () => {
    const filter = '{"field": "foundedOn", "op": "notBefore", "value": "$lastLook"}';
    await open('HomeBlock', { ...BLOCK, filter }, '内容对象');
    expect(screen.getByText('成立日期 上次查看以来')).toBeTruthy();
  });

  test('is the only one that offers it: an automation does not', async () => {
    await openCondition('Automation', AUTOMATION, '规则对象');
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toContain('本周');
    expect(offered).not.toContain('上次查看以来');
  });
});
