import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import {
  OTHER_SECRETS,
  SEALABLE,
  SECRETS,
  sealedName,
  sealedObject,
  sealedValues,
} from '#tests/support/records/sealed-world.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
let test: TestApp;
let id = '';

const read = (who: Who) => test.get<RecordReply>(who, `${DATA}/Secretive/${id}`);
/** The whole table and everything that is written down beside it. */
async function everythingKept(): Promise<string> {
  const { db } = test.services.database;
  const tables = ['"Secretive"', 'record_history', 'record_search', 'correction', 'meta_object_version', 'record_key'];
  const rows = await Promise.all(tables.map((table) => sql`select * from ${sql.raw(table)}`.execute(db)));
  return JSON.stringify(rows.map((result) => result.rows));
}
const leaks = (text: string): string[] =>
  [...Object.values(SECRETS), ...Object.values(OTHER_SECRETS)].filter((secret) =>
    text.includes(JSON.stringify(secret).slice(1, -1)),
  );

beforeAll(async () => {
  test = await openTestApp();
  await test.post('staff', '/api/metadata/object/save', { baseVersion: 0, definition: sealedObject() });
  const created = await test.post<RecordReply>('founder', `${DATA}/Secretive`, {
    clientKey: 'sealed-record-1',
    values: { title: '第一条', place: '上海', ...sealedValues(SECRETS) },
  });
  id = created.data.record.id;
});
afterAll(() => test.close());

describe('a sealed value', () => {
  it('is kept encrypted, and nothing else is written down of it', async () => {
    expect(leaks(await everythingKept())).toEqual([]);
    const { rows } = await sql<Record<string, string>>`select * from "Secretive"`.execute(test.services.database.db);
    for (const type of SEALABLE) expect(rows[0]?.[sealedName(type)]).toMatch(/^v2\./);
  });

  it('is read by the record’s owner alone, whatever its type', async () => {
    const own = (await read('founder')).data;
    expect(own.record).toMatchObject(sealedValues(SECRETS));
    expect(own.locked).toEqual([]);
    for (const who of ['member', 'investor', 'organisation', 'svip', 'staff'] as const) {
      const { data } = await read(who);
      expect(Object.keys(data.masked ?? {}).length).toBe(who === 'staff' ? SEALABLE.length : 0);
      expect(data.record).toMatchObject({ title: '第一条', place: '上海' });
      expect(leaks(JSON.stringify(data))).toEqual([]);
      expect(data.locked.toSorted()).toEqual(SEALABLE.map(sealedName).toSorted());
    }
  });

  it('is in no list, for no user, and cannot be asked for by name', async () => {
    for (const who of ['founder', 'staff', 'member'] as const) {
      const fields = ['title', ...SEALABLE.map(sealedName)];
      const { data, code } = await test.post<ListReply>(who, `${DATA}/getLayoutAndDataList`, {
        objectApiName: 'Secretive',
        fields,
      });
      expect(code).toBe(0);
      expect(data.list.map(({ title }) => title)).toEqual(['第一条']);
      const text = JSON.stringify(data);
      expect(leaks(text)).toEqual([]);
      expect(text).not.toContain('"v2.');
      expect(data.layout?.fields.filter((field) => field.config?.sealed)).toEqual([]);
    }
  });

  it.each(SEALABLE)('of type %s is no filter, no order, no figure and no column of a file', async (type) => {
    const field = sealedName(type);
    const asked = { objectApiName: 'Secretive' };
    for (const op of ['eq', 'contains', 'notEmpty'] as const) {
      const filter = { field, op, ...(op !== 'notEmpty' && { value: SECRETS[type] }) };
      for (const path of ['getLayoutAndDataList', 'count'])
        expect((await test.post('staff', `${DATA}/${path}`, { ...asked, filter })).code).toBe(codeOf('INVALID_QUERY'));
    }
    const sorted = { ...asked, sort: [{ field, order: 'asc' }] };
    expect((await test.post('staff', `${DATA}/getLayoutAndDataList`, sorted)).code).toBe(codeOf('INVALID_QUERY'));
    const totals = await test.post('staff', `${DATA}/totals`, { ...asked, fields: [field] });
    expect(totals.code).toBe(codeOf('INVALID_QUERY'));
    const exported = await test.post<{ id: string }>('staff', '/api/metadata/export', {
      ...asked,
      format: 'csv',
      fields: ['title', field],
    });
    expect(exported.code).toBe(0);
    const file = await test.app.inject({
      url: `/api/metadata/export/${exported.data.id}/file`,
      headers: { cookie: await cookieOf('staff') },
    });
    expect(file.body).toContain('第一条');
    expect([...leaks(file.body), ...(file.body.match(/v2\.|密/g) ?? [])]).toEqual([]);
  });

  it('is found by no search, keyword or suggestion', async () => {
    for (const secret of Object.values(SECRETS)) {
      const keyword = secret.slice(-7);
      const listed = await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, {
        objectApiName: 'Secretive',
        keyword,
      });
      expect(listed.data.list).toEqual([]);
      const word = encodeURIComponent(keyword);
      const found = await test.get('staff', `/api/metadata/insight/search/word?word=${word}`);
      expect(JSON.stringify(found)).not.toContain('第一条');
      const named = await test.get('staff', `/api/metadata/queryDataByName?objectApiName=Secretive&name=${word}`);
      expect(named.data).toEqual([]);
    }
  });

  it('has no provenance and takes no correction', async () => {
    const field = sealedName('phone');
    for (const who of ['founder', 'staff', 'member'] as const) {
      const asked = await test.get(who, `${DATA}/Secretive/${id}/provenance?field=${field}`);
      expect(asked.code).toBe(codeOf('INVALID_BODY'));
      const body = { objectApiName: 'Secretive', id, field, value: OTHER_SECRETS['phone'], reason: '换了号码' };
      const proposed = await test.post(who, '/api/metadata/correction', body);
      expect(proposed.code).toBe(codeOf('INVALID_BODY'));
    }
    expect(leaks(await everythingKept())).toEqual([]);
  });
});

async function cookieOf(who: Who): Promise<string> {
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/p/passport/sign_in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: who, password: 'a-test-password' }).toString(),
  });
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}

describe('a sealed value before staff', () => {
  const reveal = (who: Who, field: string, reason: unknown = '核实身份') =>
    test.post<{ value: string }>(who, `/api/staff/records/Secretive/${id}/reveal`, { field, reason });
  const shownTimes = async () => {
    const { db } = test.services.database;
    return db.selectFrom('audit_log').selectAll().where('action', '=', 'record.sealedShown').orderBy('id').execute();
  };

  it('is masked, and is opened one by one with a reason that the audit log keeps', async () => {
    const before = (await shownTimes()).length;
    for (const type of SEALABLE) {
      const opened = await reveal('staff', sealedName(type));
      expect(opened).toMatchObject({ code: 0, data: { value: SECRETS[type] } });
    }
    const entries = (await shownTimes()).slice(before);
    expect(entries.map(({ details }) => details)).toEqual(SEALABLE.map((type) => ({ field: sealedName(type) })));
    for (const entry of entries)
      expect(entry).toMatchObject({ target_kind: 'record', target_id: `Secretive/${id}`, reason: '核实身份' });
    expect(leaks(JSON.stringify(entries))).toEqual([]);
  });

  it('is opened for no other user, without a reason, and where there is none', async () => {
    const before = (await shownTimes()).length;
    for (const who of ['member', 'founder', 'investor', 'svip'] as const)
      expect((await reveal(who, sealedName('phone'))).status).toBe(403);
    for (const reason of [undefined, '', ' ', '因', 'x'.repeat(501)])
      expect((await reveal('staff', sealedName('phone'), reason ?? null)).status).toBe(422);
    expect((await reveal('staff', 'title')).problems).toEqual([{ field: 'field', message: '没有加密字段“title”' }]);
    const missing = { field: sealedName('phone'), reason: '核实身份' };
    expect((await test.post('staff', '/api/staff/records/Secretive/999999/reveal', missing)).status).toBe(404);
    expect((await shownTimes()).length).toBe(before);
  });

  it('is not written by staff, who do not see what they would write over', async () => {
    const change = { version: 1, values: { [sealedName('phone')]: OTHER_SECRETS['phone'] } };
    const refused = await test.post('staff', `${DATA}/Secretive/${id}`, change);
    expect(refused.problems).toEqual([{ field: sealedName('phone'), message: '没有权限修改此字段' }]);
  });
});
