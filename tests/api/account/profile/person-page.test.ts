import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePersonPage } from '#schemas/api/person-page.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { newAccount, type SignedIn, signInBy, takeCopy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';

let test: TestApp;
let reader: SignedIn;
let people = 0;
beforeAll(async () => {
  test = await openTestApp();
  await newAccount(test, { username: 'page-reader', name: '示例读者' });
  reader = await signInBy(test, 'page-reader');
});
afterAll(() => test.close());

/** What every record has beside its fields. */
const HEAD = new Set(['id', 'version', 'createdAt', 'updatedAt', 'createdBy']);

type Person = SignedIn & { readonly id: string };
async function person(more: object = {}): Promise<Person> {
  const username = `page-owner${(people += 1)}`;
  const id = await newAccount(test, { username, name: '示例主人', roles: ['ORG_INVESTOR', 'staff'], ...more });
  const { db } = test.services.database;
  await db.updateTable('account').set({ intro: '关注早期硬科技' }).where('id', '=', id).execute();
  const who = { ...(await signInBy(test, username)), id };
  const add = (kind: string, values: object) =>
    who.send('POST', `/api/rong/user/${kind}/add`, { clientKey: `page-${kind}-1`, values });
  made(await add('work', { organization: '示例科技', position: '工程师', startOn: '2020-03', isCurrent: true }));
  made(await add('education', { school: '示例大学', degree: '本科', major: '物理', startOn: '2012', endOn: '2016' }));
  made(await add('award', { title: '示例奖', issuer: '示例协会', awardedOn: '2021' }));
  made(await who.send('POST', '/api/rong/phaseAndIndustrySetting', new URLSearchParams({ focusPhase: 'A轮' })));
  return who;
}

const read = (who: SignedIn, id: string, object = 'PersonPage') =>
  who.send<RecordReply>('GET', `/api/metadata/data/${object}/${id}`);
const shown = async (who: SignedIn, id: string, object?: string) => {
  const { record } = made(await read(who, id, object));
  return Object.fromEntries(Object.entries(record).filter(([name]) => !HEAD.has(name)));
};
const change = async (who: Person, more: object) => {
  const { version } = made(await read(who, who.id, 'OwnPersonPage')).record;
  return who.send('POST', changePersonPage.path, { version, ...more });
};

describe('the page of a person', () => {
  it('is there for no other user until its owner opens it, and again when they close it', async () => {
    const owner = await person();
    expect((await read(reader, owner.id)).code).toBe(codeOf('UNKNOWN_RECORD'));
    made(await change(owner, { showIntro: true }));
    expect((await read(reader, owner.id)).code).toBe(codeOf('UNKNOWN_RECORD'));
    made(await change(owner, { isOpen: true }));
    expect(await shown(reader, owner.id)).toEqual({ name: '示例主人', intro: '关注早期硬科技' });
    made(await change(owner, { isOpen: false }));
    expect((await read(reader, owner.id)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(await shown(owner, owner.id, 'OwnPersonPage')).toMatchObject({ isOpen: false, showIntro: true });
  });

  it('does not say since when its owner has an account', async () => {
    const owner = await person();
    const { db } = test.services.database;
    const since = new Date('2001-02-03T00:00:00.000Z');
    await db.updateTable('account').set({ created_at: since }).where('id', '=', owner.id).execute();
    made(await change(owner, { isOpen: true }));
    const { record } = made(await read(reader, owner.id));
    expect(record['name']).toBe('示例主人');
    expect(JSON.stringify(record)).not.toContain('2001');
  });

  it('shows what was chosen part by part, and nothing else of them', async () => {
    const owner = await person();
    made(await change(owner, { isOpen: true }));
    expect(await shown(reader, owner.id)).toEqual({ name: '示例主人' });
    made(await change(owner, { showWork: true, showEducation: true }));
    expect(await shown(reader, owner.id)).toEqual({
      name: '示例主人',
      workLines: ['示例科技 · 工程师 · 2020-03 – 至今'],
      educationLines: ['示例大学 · 物理 · 2012 – 2016'],
    });
    made(await change(owner, { showWork: false, showAwards: true, showFocus: true, showRoles: true }));
    expect(await shown(reader, owner.id)).toEqual({
      name: '示例主人',
      educationLines: ['示例大学 · 物理 · 2012 – 2016'],
      awardLines: ['示例奖 · 示例协会 · 2021'],
      phases: ['A轮'],
      roles: ['ORG_INVESTOR'],
    });
  });

  it('is to its owner what it is to others, beside the switches', async () => {
    const owner = await person();
    made(await change(owner, { isOpen: true, showWork: true, showIntro: true }));
    expect(await shown(owner, owner.id, 'OwnPersonPage')).toMatchObject(await shown(reader, owner.id));
    expect((await read(reader, owner.id, 'OwnPersonPage')).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('never has a number, an address or another contact', async () => {
    const owner = await person({ phone: '+8619900000791' });
    const switches = [
      'Avatar',
      'Intro',
      'Roles',
      'Companies',
      'Institution',
      'Investor',
      'Focus',
      'Work',
      'Education',
      'Awards',
    ];
    made(await change(owner, { isOpen: true, ...Object.fromEntries(switches.map((name) => [`show${name}`, true])) }));
    const page = JSON.stringify(made(await read(reader, owner.id)));
    expect(page).not.toContain('0791');
    expect(page).not.toMatch(/phone|weixin|wechat|email/i);
  });

  it('is for members: a visitor is asked to sign in, and its list is for staff', async () => {
    const owner = await person();
    made(await change(owner, { isOpen: true }));
    expect((await test.get('visitor', `/api/metadata/data/PersonPage/${owner.id}`)).code).toBe(
      codeOf('SESSION_INVALID'),
    );
    const list = (who: 'member' | 'staff') =>
      test.post<{ list: { id: string }[] }>(who, '/api/metadata/data/getLayoutAndDataList', {
        objectApiName: 'PersonPage',
      });
    expect((await list('member')).code).toBe(codeOf('FORBIDDEN'));
    expect(made(await list('staff')).list.map(({ id }) => id)).toContain(owner.id);
    const found = made(
      await test.get<{ groups: { objectApiName: string }[] }>('staff', '/api/metadata/insight/search?wd=示例主人'),
    );
    expect(found.groups.map(({ objectApiName }) => objectApiName)).not.toContain('PersonPage');
  });

  it('is changed at its version', async () => {
    const owner = await person();
    made(await change(owner, { showIntro: true }));
    expect(await owner.send('POST', changePersonPage.path, { version: 1, isOpen: true })).toMatchObject({
      code: codeOf('CONFLICT'),
    });
    expect((await owner.send('POST', changePersonPage.path, { version: 2, isOpen: 'ja' })).code).toBe(
      codeOf('INVALID_BODY'),
    );
  });

  it('goes with a frozen or closed account, and is in the copy of its owner', async () => {
    const owner = await person({ roles: [] });
    made(await change(owner, { isOpen: true, showIntro: true }));
    expect((await takeCopy(owner)).text).toContain('"parts"');
    const { db } = test.services.database;
    const frozen = (at: string | null) =>
      db.updateTable('account').set({ frozen_at: at }).where('id', '=', owner.id).execute();
    await frozen(test.services.now().toISOString());
    expect((await read(reader, owner.id)).code).toBe(codeOf('UNKNOWN_RECORD'));
    await frozen(null);
    expect(await shown(reader, owner.id)).toMatchObject({ intro: '关注早期硬科技' });
    made(await owner.send('POST', '/api/rong/user/close', { password: TEST_PASSWORD }));
    expect((await read(reader, owner.id)).code).toBe(codeOf('UNKNOWN_RECORD'));
    const kept = await db.selectFrom('person_page').selectAll().where('account_id', '=', owner.id).execute();
    expect(kept).toEqual([]);
  });
});
