import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readObject } from '#schemas/api/metadata.ts';
import { type MatchList, matchProjects } from '#schemas/api/match-lists.ts';
import { addOwnRecord } from '#schemas/api/profile.ts';
import { listRecords } from '#schemas/api/records.ts';
import type { Profile } from '#schemas/api/session.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { refusal, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp, server } from '#tests/ui/app/app-world.tsx';
import { market, PROJECT_LIST, PROJECTS } from './matches.ts';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  closeApp();
});

const INVESTOR: Profile = { ...FOUNDER_PROFILE, identityRoles: ['ORG_INVESTOR'] };
const PATH = PROJECTS;

function shipped(apiName: string) {
  const found = shippedObjects().find((object) => object.apiName === apiName);
  if (!found) throw new Error(`${apiName} does not ship.`);
  return found;
}
const MANDATE = shipped('InvestmentMandate');
const layout = (objectApiName: string): MatchList['layout'] => ({
  objectApiName,
  label: '投资需求',
  version: 1,
  nameField: 'name',
  fields: [{ apiName: 'name', type: 'text', label: '名称' }],
  columns: ['name'],
  filters: [],
  sort: [],
});
const PAGE: MatchList = {
  layout: layout('InsightProject'),
  list: [{ id: '1', place: 1, band: 'C', score: '1', criteria: [], values: { id: '1', name: '示例项目1' } }],
  total: 1,
  after: null,
  hidden: [],
  reasons: [],
  weights: [],
  basis: { deals: 5, on: '2026-11-20', subject: null, missing: [], judged: 1 },
};
const SAVED = [
  row({ id: '7', name: '医疗早期' }),
  row({ id: '8', name: '硬科技' }),
  row({ id: '9', name: '医疗早期' }),
];

const api = (reply: Partial<MatchList> = {}, saved = SAVED) =>
  market(INVESTOR)
    .on(matchProjects, () => ({ ...PAGE, ...reply }))
    .on(readObject, () => MANDATE)
    .on(listRecords, () => ({
      layout: layout('InvestmentMandate'),
      list: saved,
      total: saved.length,
      totalIsExact: true,
      after: null,
    }));

type User = Awaited<ReturnType<typeof openApp>>['user'];

async function choose(user: User, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^投资需求：/ }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

describe('the mandates of the page of projects', () => {
  test('are offered beside the focus and conditions for once, and the address keeps which is chosen', async () => {
    const fake = api();
    const { user } = await openApp(PATH, fake);
    await user.click(await screen.findByRole('button', { name: '投资需求：默认偏好' }));
    const words = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(words).toEqual(['默认偏好', '医疗早期', '硬科技', '医疗早期（2）', '临时条件…']);
    await user.click(screen.getByRole('menuitem', { name: '硬科技' }));
    await screen.findByRole('button', { name: '投资需求：硬科技' });
    expect(window.location.hash).toBe(`#${PATH}_m8`);
    await waitFor(() =>
      expect(fake.callsOf(matchProjects)).toEqual([{ order: 'likely' }, { order: 'likely', mandate: '8' }]),
    );
    await user.click(screen.getByRole('button', { name: '更对口' }));
    expect(window.location.hash).toBe(`#${PROJECT_LIST}?r=focused_m8`);
    await choose(user, '默认偏好');
    expect(window.location.hash).toBe(`#${PROJECT_LIST}?r=focused`);
    expect(screen.getByRole('link', { name: '管理投资需求' }).getAttribute('href')).toBe(
      '#/personalCenter?page=mandates',
    );
  });

  test('are taken from the address, and one that is gone leads back to the focus', async () => {
    const fake = api().on(matchProjects, ({ body: { mandate } }) => {
      if (mandate !== undefined) throw refusal('UNKNOWN_RECORD');
      return PAGE;
    });
    const { user } = await openApp(`${PATH}_m12`, fake);
    expect((await screen.findByRole('alert')).textContent).toContain('记录不存在或已删除');
    await user.click(screen.getByRole('button', { name: '改用默认偏好' }));
    await screen.findByRole('link', { name: '示例项目1' });
    expect(window.location.hash).toBe(`#${PATH}`);
  });

  test('are asked for once and not kept', async () => {
    const fake = api();
    const { user } = await openApp(PATH, fake);
    await choose(user, '临时条件…');
    const dialog = await screen.findByRole('dialog', { name: '临时条件' });
    await user.type(within(dialog).getByRole('textbox', { name: /^上年最低营收/ }), '1000000');
    await user.click(within(dialog).getByRole('button', { name: '查看匹配项目' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.callsOf(matchProjects).at(-1)).toEqual({
      order: 'likely',
      draft: { minRevenue: { num: '1000000', currency: 'CNY' } },
    });
    expect(fake.callsOf(addOwnRecord)).toEqual([]);
    expect(window.location.hash).toBe(`#${PATH}_draft`);
    await user.click(await screen.findByRole('button', { name: '修改条件' }));
    const again = await screen.findByRole('textbox', { name: /^上年最低营收/ });
    expect((again as HTMLInputElement).value).toMatch(/^1,?000,?000/);
  });

  test('are kept under a name from the same dialog', async () => {
    const fake = api().on(addOwnRecord, () => ({
      record: row({ id: '8', name: '硬科技' }),
      locked: [],
      editable: true,
    }));
    const { user } = await openApp(PATH, fake);
    await choose(user, '临时条件…');
    const dialog = within(await screen.findByRole('dialog', { name: '临时条件' }));
    await user.click(dialog.getByRole('button', { name: '保存为投资需求' }));
    expect(await dialog.findByText('请填写名称')).toBeTruthy();
    expect(fake.callsOf(addOwnRecord)).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: /^名称/ }), '硬科技');
    await user.click(dialog.getByRole('button', { name: '保存为投资需求' }));
    await screen.findByRole('button', { name: '投资需求：硬科技' });
    expect(fake.callsOf(addOwnRecord)).toEqual([{ clientKey: expect.any(String), values: { name: '硬科技' } }]);
    expect(window.location.hash).toBe(`#${PATH}_m8`);
  });

  test('are asked for again where the address names conditions that were for once', async () => {
    const fake = api();
    await openApp(`${PATH}_draft`, fake);
    await screen.findByRole('dialog', { name: '临时条件' });
    expect(fake.callsOf(matchProjects)).toEqual([]);
  });

  test('say what they leave out, and what to change where nothing is left', async () => {
    const hidden: MatchList['hidden'] = [
      { reason: 'currency', label: '币种不符', count: 3 },
      { reason: 'revenue', label: '低于最低营收', count: 2 },
    ];
    await openApp(`${PATH}_m8`, api({ list: [], total: 0, hidden }));
    expect(await screen.findByText(/未列出 3 个：币种不符/)).toBeTruthy();
    expect(screen.getByText('3 条币种不符、2 条低于最低营收。可放宽条件，或这一次仍然列出。')).toBeTruthy();
  });

  test('say what they do not ask for, and where to add it', async () => {
    const basis = { ...PAGE.basis, missing: ['地区'] };
    await openApp(`${PATH}_m8`, api({ basis }));
    expect(await screen.findByText(/该投资需求未填写地区/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '完善投资需求' }).getAttribute('href')).toBe(
      '#/personalCenter?page=mandates',
    );
  });
});

describe('the page of mandates', () => {
  const CENTER = '/personalCenter?page=mandates';

  test('lists them, each with the way to its projects, and says where there is none', async () => {
    await openApp(CENTER, api());
    const link = await screen.findByRole('link', { name: '查看匹配项目：硬科技' });
    expect(link.getAttribute('href')).toBe(`#${PROJECTS}_m8`);
    cleanup();
    await openApp(CENTER, api({}, []));
    expect(await screen.findByText('还没有投资需求，点“添加”开始填写。')).toBeTruthy();
  });

  test('is in the personal center of investors alone', async () => {
    await openApp('/personalCenter?page=profile', api());
    expect(await screen.findByRole('link', { name: '投资需求' })).toBeTruthy();
    cleanup();
    await openApp('/personalCenter?page=profile', server(FOUNDER_PROFILE));
    await screen.findByRole('link', { name: '登录设备' });
    expect(screen.queryByRole('link', { name: '投资需求' })).toBeNull();
  });
});
