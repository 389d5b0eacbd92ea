import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { hintOfRecords } from '#server/platform/events/hint-of-records.ts';
import type { Member } from '#shared/policy/actor.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { waysOfReading } from '#tests/support/metadata/ways-of-reading.ts';
import { asProgram, keyOf } from '#tests/support/open/open-world.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

const SECRET = '绝密集市';
const OPEN = '公开集市';
const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称', config: { searchable: true } };
const KIND: FieldDefinition = {
  apiName: 'kind',
  type: 'select',
  label: '类别',
  selectOptions: [
    { value: 'closed', label: '内部' },
    { value: 'open', label: '公开' },
  ],
};
const SIZE: FieldDefinition = { apiName: 'size', type: 'integer', label: '规模' };
const STALL: FieldDefinition = { apiName: 'stall', type: 'reference', label: '摊位', targetApiName: 'Stall' };
const FAIR: FieldDefinition = { apiName: 'fair', type: 'reference', label: '集市', targetApiName: 'Fair' };

const IS_OPEN = { field: 'kind', op: 'eq', value: 'open' };
/** Financial advisers see what is their own beside what is open, SVIP see all, and all others what is open. */
const LIMITS = [{ filter: IS_OPEN }, { roles: ['svip'] }, { roles: ['FA'], filter: IS_OPEN, own: true }] as const;
const ACCESS = { list: 'everyone', detail: 'everyone', create: 'member', edit: 'member' } as const;
const withAccess = (more: object) => ({ access: { ...ACCESS, ...more } as unknown as ObjectDefinition['access'] });

let test: TestApp;
let secretId: string;
let openId: string;
let stallId: string;
let reader: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  const members = { list: 'member', detail: 'member', create: 'staff', edit: 'staff' };
  made(await saveDefinition(test, newObject('Stall', [NAME], withAccess(members))));
  const fair = newObject('Fair', [NAME, KIND, SIZE, STALL], { ...withAccess({ limits: LIMITS }), route: '/data/fair' });
  made(await saveDefinition(test, fair));
  made(await saveDefinition(test, newObject('Visit', [NAME, FAIR], withAccess(members))));
  const stall = savedDefinition(test, 'Stall');
  const related = [{ label: '集市', objectApiName: 'Fair', fields: ['stall'], columns: ['name'] }];
  const charts = [
    {
      label: '集市',
      kind: 'bar',
      objectApiName: 'Fair',
      fields: ['stall'],
      groupBy: { field: 'kind' },
      measure: { sum: 'size' },
    },
  ];
  const detail = { ...stall.layouts.detail, related, charts } as ObjectDefinition['layouts']['detail'];
  made(await saveDefinition(test, { ...stall, layouts: { ...stall.layouts, detail } }));
  stallId = await create('staff', 'Stall', { name: '一号摊' });
  const other = await create('staff', 'Stall', { name: '二号摊' });
  secretId = await create('staff', 'Fair', { name: SECRET, kind: 'closed', size: 731, stall: { id: other } });
  openId = await create('staff', 'Fair', { name: OPEN, kind: 'open', size: 5, stall: { id: stallId } });
  await create('staff', 'Fair', { name: `又一${SECRET}`, kind: 'closed', size: 731, stall: { id: stallId } });
  await create('staff', 'Visit', { name: '到访一', fair: { id: secretId } });
  await create('staff', 'Visit', { name: '到访二', fair: { id: openId } });
  await newAccount(test, { username: 'fair-reader', name: '示例读者' });
  reader = await signInBy(test, 'fair-reader');
});
afterAll(() => test.close());

let keys = 0;
const key = () => `00000000-0000-4000-8000-${String((keys += 1)).padStart(12, '0')}`;
const post = (who: Who, path: string, body: object) => test.post<unknown>(who, `/api/metadata/${path}`, body);
async function create(who: Who, objectApiName: string, values: object): Promise<string> {
  const body = { clientKey: key(), values };
  const answer = await test.post<{ record: { id: string } }>(who, `/api/metadata/data/${objectApiName}`, body);
  return made(answer).record.id;
}
const total = async (who: Who) =>
  made(await test.post<{ total: number }>(who, '/api/metadata/data/count', { objectApiName: 'Fair', exact: true }))
    .total;
const shownIn = async (who: Who) => {
  const answer = await test.post<{ list: { name?: string }[] }>(who, '/api/metadata/data/getLayoutAndDataList', {
    objectApiName: 'Fair',
  });
  return made(answer).list.map(({ name }) => name);
};

const SECRETS = /绝密集市|731|736|1462|1467|"closed":/;
const READS = waysOfReading({ test: () => test, fairId: () => secretId, stallId: () => stallId, word: '集市' });

describe.each(READS.filter(([way]) => way !== 'the definition'))(
  'Of a record that a condition hides, nothing is read by %s',
  (_way, read) => {
    it.each<Who>(['member', 'founder', 'investor', 'organisation'])('by a %s', async (who) => {
      expect(JSON.stringify(await read(who))).not.toMatch(SECRETS);
    });

    it('but it is by staff', async () => {
      expect(await read('staff')).toMatchObject({ code: 0 });
    });
  },
);

describe('Of records that a condition hides', () => {
  it('lists, counts, totals and groups are of the others alone', async () => {
    expect(await shownIn('member')).toEqual([OPEN]);
    expect(await Promise.all((['visitor', 'member', 'svip', 'staff'] as const).map(total))).toEqual([1, 1, 3, 3]);
    const sum = await test.post<{ sum: string }[]>('member', '/api/metadata/data/totals', {
      objectApiName: 'Fair',
      fields: ['size'],
    });
    expect(JSON.stringify(made(sum))).toContain('"sum":"5"');
    const counts = await post('member', 'data/optionCounts', { objectApiName: 'Fair', field: 'kind' });
    expect(made(counts)).toMatchObject({ counts: { open: 1 } });
  });

  it('a filter that would find them finds nothing', async () => {
    const filter = { field: 'size', op: 'eq', value: 731 };
    const answer = await post('member', 'data/getLayoutAndDataList', { objectApiName: 'Fair', filter });
    expect(made(answer)).toMatchObject({ list: [] });
    const named = await post('member', 'data/getLayoutAndDataList', { objectApiName: 'Fair', keyword: '绝密' });
    expect(made(named)).toMatchObject({ list: [] });
  });

  it('one that is asked for is as one that is not there', async () => {
    const hidden = await test.get('member', `/api/metadata/data/Fair/${secretId}`);
    const missing = await test.get('member', '/api/metadata/data/Fair/999999');
    expect(hidden).toEqual(missing);
    expect(await test.get('member', `/api/metadata/data/Fair/${openId}`)).toMatchObject({ code: 0 });
  });

  it('what points at them is not found by asking for it, nor counted on a page or in a chart', async () => {
    const filter = { exists: { objectApiName: 'Fair', fields: ['stall'] } };
    const stalls = await post('member', 'data/getLayoutAndDataList', { objectApiName: 'Stall', filter });
    expect(JSON.stringify(made(stalls))).toContain('一号摊');
    expect(JSON.stringify(made(stalls))).not.toContain('二号摊');
    const blocks = await post('member', 'data/getDetailBlocks', {
      objectApiName: 'Stall',
      id: stallId,
      related: [{ related: 0 }],
      charts: [0],
    });
    expect(made(blocks)).toMatchObject({ related: [{ page: { total: 1 } }], charts: [{ chart: { sampleSize: 1 } }] });
    expect(JSON.stringify(blocks)).not.toMatch(SECRETS);
  });

  it('a link of another record is as none, in lists, groups, records, exports and conditions', async () => {
    const visits = async (who: Who, query: object = {}) =>
      made(
        await test.post<{ list: { id: string; name: string; fair?: { id: string } }[] }>(
          who,
          '/api/metadata/data/getLayoutAndDataList',
          { objectApiName: 'Visit', fields: ['name', 'fair'], ...query },
        ),
      ).list;
    const all = await visits('staff');
    expect(new Set(all.map(({ fair }) => fair?.id))).toEqual(new Set([secretId, openId]));
    const seen = await visits('member');
    expect(new Map(seen.map(({ name, fair }) => [name, fair?.id]))).toEqual(
      new Map([
        ['到访一', undefined],
        ['到访二', openId],
      ]),
    );
    const ids = { field: 'fair', op: 'in', value: [secretId] };
    expect((await visits('staff', { filter: ids })).map(({ name }) => name)).toEqual(['到访一']);
    expect(await visits('member', { filter: ids })).toEqual([]);
    const known = { filter: { field: 'fair', op: 'notEmpty' } };
    expect((await visits('member', known)).map(({ name }) => name)).toEqual(['到访二']);
    const groups = await post('member', 'data/groups', { objectApiName: 'Visit', by: 'fair' });
    expect(JSON.stringify(groups)).not.toMatch(new RegExp(`绝密|"${secretId}"`));
    const hiding = all.find(({ fair }) => fair?.id === secretId)?.id ?? '';
    const record = await test.get<{ record: object; locked: string[] }>('member', `/api/metadata/data/Visit/${hiding}`);
    expect(made(record).record).not.toHaveProperty('fair');
    expect(made(record)).toMatchObject({ locked: ['fair'], forMembers: ['fair'] });
    const body = { objectApiName: 'Visit', format: 'csv', fields: ['name', 'fair'] };
    const file = await reader.send('POST', '/api/metadata/export', body);
    expect(JSON.stringify(file)).not.toMatch(SECRETS);
  });

  it.each([
    ['the search', '/api/metadata/insight/search?word=绝密集市'],
    ['the words of the search', '/api/metadata/insight/search/word?wd=绝密集市'],
    ['the landing page', '/api/landing'],
    ['the first page', '/api/home'],
  ])('%s shows nothing', async (_what, path) => {
    const text = JSON.stringify(await test.get('member', encodeURI(path)));
    expect(text.replaceAll('"word":"绝密集市"', '')).not.toMatch(/绝密集市|731/);
    expect(JSON.stringify(await test.get('visitor', encodeURI(path))).replaceAll('"word":"绝密集市"', '')).not.toMatch(
      SECRET,
    );
  });

  it('the assistant says nothing', async () => {
    const ask = async (question: string) => {
      const { body } = await test.app.inject({
        method: 'POST',
        url: '/api/rong/jingchat/ask',
        headers: { cookie: reader.cookie },
        payload: { clientKey: key(), question },
      });
      return body.replaceAll(question, '');
    };
    expect(await ask('绝密集市的规模')).not.toMatch(/731|绝密集市/);
    expect(await ask('有多少集市')).not.toMatch(/"total":3|3 /);
  });

  it('neither notes, stars, lists nor alerts take one', async () => {
    const note = { objectApiName: 'Fair', recordId: secretId, clientKey: key(), body: '笔记', sharing: 'own' };
    expect((await reader.send('POST', '/api/notes', note)).code).not.toBe(0);
    const list = made(
      await reader.send<{ id: string }>('POST', '/api/list', { objectApiName: 'Fair', name: '我的集市' }),
    );
    const added = await reader.send('POST', `/api/list/${list.id}/add`, { ids: [secretId, openId] });
    expect(made(added)).toMatchObject({ added: [openId], unknown: 1 });
    const alert = { source: 'record', objectApiName: 'Fair', targetId: secretId, frequency: 'daily' };
    const subscribed = await reader.send('POST', '/api/alerts/subscription', alert);
    expect(subscribed.code).not.toBe(0);
    expect(JSON.stringify(subscribed)).not.toMatch(SECRETS);
  });

  it('a program learns none of them, in lists, records, figures and what it follows', async () => {
    const { secret } = await keyOf(reader);
    const ask = (path: string) => asProgram<object>(test.app, secret, `/api/open/v1/Fair${path}`);
    if (onPostgres) await settledChanges(test.services.database.db);
    for (const path of ['', `/${secretId}`, '/delta?since=full', '/aggregate?by=kind&measures=count,sum(size)'])
      expect(JSON.stringify(await ask(path))).not.toMatch(SECRETS);
    expect(JSON.stringify(await ask(''))).toContain(OPEN);
    const { data } = await asProgram<{ deltaToken?: string; nextToken?: string }>(
      test.app,
      secret,
      '/api/open/v1/Fair/delta?since=full',
    );
    made(
      await saveDefinition(test, {
        ...savedDefinition(test, 'Fair'),
        ...withAccess({ limits: [{ filter: { not: IS_OPEN } }] }),
      }),
    );
    const next = await ask(`/delta?token=${data.nextToken ?? data.deltaToken ?? ''}`);
    made(await saveDefinition(test, { ...savedDefinition(test, 'Fair'), ...withAccess({ limits: LIMITS }) }));
    expect(next.code).not.toBe(0);
  });

  it('the condition that hides them is in no definition but those that staff get', async () => {
    const limits = async (who: Who) =>
      JSON.stringify(await test.get(who, '/api/metadata/object/Fair')).includes('"limits"');
    expect(await Promise.all((['visitor', 'member', 'svip', 'staff'] as const).map(limits))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('hints that records were written name none', () => {
    const investor: Member = { id: '77', name: '', roles: ['ORG_INVESTOR'], vipType: 0 };
    const hint = { objectApiName: 'Fair', ids: [secretId] };
    expect(hintOfRecords(savedDefinition(test, 'Fair'), investor, hint)).toEqual({ objectApiName: 'Fair' });
    expect(hintOfRecords(savedDefinition(test, 'Fair'), { ...investor, vipType: 3 }, hint)).toEqual(hint);
  });

  it('what a role sees of its own is seen beside what meets the condition, by that role alone', async () => {
    await newAccount(test, { username: 'fair-adviser', name: '示例顾问', roles: ['FA'] });
    const adviser = await signInBy(test, 'fair-adviser');
    const values = { name: '自办集市', kind: 'closed', size: 8 };
    const own = made(
      await adviser.send<{ record: { id: string } }>('POST', '/api/metadata/data/Fair', { clientKey: key(), values }),
    );
    const count = () => adviser.send<{ total: number }>('POST', '/api/metadata/data/count', { objectApiName: 'Fair' });
    expect(made(await count()).total).toBe(2);
    expect(await adviser.send('GET', `/api/metadata/data/Fair/${own.record.id}`)).toMatchObject({ code: 0 });
    expect((await test.get('member', `/api/metadata/data/Fair/${own.record.id}`)).code).not.toBe(0);
  });

  it('the user who makes one gets its id and no more', async () => {
    const values = { name: '会员集市', kind: 'closed', size: 4 };
    const body = { clientKey: key(), values };
    const answer = await test.post<{ record: { id: string }; editable: boolean }>(
      'member',
      '/api/metadata/data/Fair',
      body,
    );
    expect(made(answer)).toMatchObject({ editable: false });
    expect(Object.keys(made(answer).record)).not.toContain('name');
    const id = made(answer).record.id;
    const again = await test.post('member', `/api/metadata/data/Fair/${id}`, { version: 1, values: { size: 9 } });
    expect(again.code).not.toBe(0);
  });
});
