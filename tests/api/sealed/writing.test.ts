import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryEntry, RecordReply } from '#schemas/api/records.ts';
import { Failure } from '#shared/errors.ts';
import { planRows } from '#server/features/imports/transform/row-plan.ts';
import { createApp } from '#server/app.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import {
  OTHER_SECRETS,
  SEALABLE,
  SECRETS,
  sealedName,
  sealedObject,
  sealedValues,
} from '#tests/support/records/sealed-world.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
let test: TestApp;
let id = '';
let turn = 0;

beforeAll(async () => {
  test = await openTestApp();
  await test.post('staff', '/api/metadata/object/save', { baseVersion: 0, definition: sealedObject() });
});
afterAll(() => test.close());
beforeEach(async () => {
  const { data } = await test.post<RecordReply>('founder', `${DATA}/Secretive`, {
    clientKey: `sealed-record-${(turn += 1)}`,
    values: { title: '一条', place: '上海', ...sealedValues(SECRETS) },
  });
  id = data.record.id;
});

const kept = async (): Promise<Record<string, string>> => {
  const { rows } = await sql<Record<string, string>>`select * from "Secretive" where id = ${id}::bigint`.execute(
    test.services.database.db,
  );
  return rows[0] ?? {};
};
const change = (version: number, values: object, who: 'founder' | 'member' | 'staff' = 'founder') =>
  test.post<RecordReply>(who, `${DATA}/Secretive/${id}`, { version, values });

describe('a record with sealed values', () => {
  it('keeps the very texts of those that do not change', async () => {
    const before = await kept();
    const { code } = await change(1, { place: '北京', ...sealedValues(SECRETS), phoneSealed: OTHER_SECRETS['phone'] });
    expect(code).toBe(0);
    const after = await kept();
    const kind = (type: string) => (after[sealedName(type)] === before[sealedName(type)] ? 'same' : 'new');
    expect(SEALABLE.map((type) => `${type} ${kind(type)}`)).toEqual(
      SEALABLE.map((type) => `${type} ${type === 'phone' ? 'new' : 'same'}`),
    );
  });

  it('makes no version of a save that changes nothing', async () => {
    const { data } = await change(1, sealedValues(SECRETS));
    expect(data.record.version).toBe(1);
  });

  it('remembers that a value changed, and never what it was or is', async () => {
    await change(1, { phoneSealed: OTHER_SECRETS['phone'] });
    await change(2, { phoneSealed: null, place: '北京' });
    const { rows } = await sql<{ changes: object }>`
      select changes from record_history where object_api_name = 'Secretive' and record_id = ${id}::bigint
      order by version`.execute(test.services.database.db);
    const unsaid = { phoneSealed: { before: null, after: null } };
    expect(rows.map(({ changes }) => changes)).toEqual([
      {},
      unsaid,
      { ...unsaid, place: { before: '上海', after: '北京' } },
    ]);
    for (const who of ['founder', 'staff'] as const) {
      const { data } = await test.get<HistoryEntry[]>(who, `${DATA}/Secretive/${id}/history`);
      const fields = data.flatMap((entry) => entry.changes.map(({ field }) => field));
      expect(fields).toEqual(['place']);
      const one = await test.get<HistoryEntry[]>(who, `${DATA}/Secretive/${id}/history?field=phoneSealed`);
      expect(one.data.flatMap((entry) => entry.changes)).toEqual([]);
    }
    expect((await kept())['phoneSealed']).toBeNull();
  });

  it('is judged by its clear values', async () => {
    const wrong = await change(1, { phoneSealed: 'not a number', emailSealed: 'nobody' });
    expect(wrong.code).toBe(codeOf('INVALID_BODY'));
    expect(wrong.problems.map(({ field }) => field).toSorted()).toEqual(['emailSealed', 'phoneSealed']);
    const long = await change(1, { phoneSealed: '1'.repeat(21) });
    expect(long.problems).toEqual([expect.objectContaining({ field: 'phoneSealed', message: '最大长度20' })]);
  });

  it('lets no user write what he may not read', async () => {
    const refused = await change(1, { phoneSealed: OTHER_SECRETS['phone'] }, 'member');
    expect(refused.code).toBe(codeOf('INVALID_BODY'));
    // Another value of the same record he may change, and what he cannot see stays.
    const before = await kept();
    expect((await change(1, { place: '广州' }, 'member')).code).toBe(0);
    expect((await kept())['phoneSealed']).toBe(before['phoneSealed']);
    // Staff see it masked: they would not know what they write over.
    const byStaff = await change(2, { phoneSealed: OTHER_SECRETS['phone'] }, 'staff');
    expect(byStaff.code).toBe(codeOf('INVALID_BODY'));
    expect((await kept())['phoneSealed']).toBe(before['phoneSealed']);
  });

  it('says who was overtaken, and shows him the values to settle it by', async () => {
    await change(1, { phoneSealed: OTHER_SECRETS['phone'] });
    const clash = await change(1, { phoneSealed: '+8619900000999' });
    expect(clash.code).toBe(codeOf('CONFLICT'));
    const { data } = await test.get<RecordReply>('founder', `${DATA}/Secretive/${id}`);
    expect(data.record).toMatchObject({ version: 2, phoneSealed: OTHER_SECRETS['phone'] });
  });

  it('opens no value that was copied from another record or field', async () => {
    const stolen = (await kept())['phoneSealed'];
    const { data } = await test.post<RecordReply>('member', `${DATA}/Secretive`, {
      clientKey: `sealed-thief-${turn}`,
      values: { title: '另一条', phoneSealed: '+8619900000111' },
    });
    await sql`update "Secretive" set "phoneSealed" = ${stolen} where id = ${data.record.id}::bigint`.execute(
      test.services.database.db,
    );
    const reply = await test.get('member', `${DATA}/Secretive/${data.record.id}`);
    expect(reply.code).toBe(codeOf('INTERNAL'));
    expect(JSON.stringify(reply)).not.toContain(SECRETS['phone']);
  });

  it('is never imported', () => {
    const object = test.services.catalog.object('Secretive');
    const plan = () =>
      planRows(
        { object: 'Secretive', source: 'test', key: ['号'], fields: [{ field: 'phoneSealed', column: '电话' }] },
        ['号', '电话'],
        () => ({ apiName: 'Secretive', label: '机密', nameField: 'title', field: (name) => object.field(name) }),
      );
    expect(plan).toThrow(Failure);
    expect(plan).toThrow('“密电话”加密保存，不能导入');
  });

  it('leaves nothing of its values in the log, at any level', async () => {
    let log = '';
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        log += chunk.toString();
        done();
      },
    });
    const app = fromOwnPage(await createApp(test.services, { logger: { level: 'trace', stream }, signInLimit: 100 }));
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/p/passport/sign_in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=founder&password=a-test-password',
    });
    const headers = { cookie: String(signedIn.headers['set-cookie']).split(';')[0] ?? '' };
    const url = `${DATA}/Secretive/${id}`;
    await app.inject({ url, headers });
    for (const values of [sealedValues(OTHER_SECRETS), { phoneSealed: 'x199000' }])
      await app.inject({ method: 'POST', url, headers, payload: { version: 1, values } });
    await sql`alter table "Secretive" add constraint nothing_goes check (version < 2) not valid`.execute(
      test.services.database.db,
    );
    const fault = await app.inject({
      method: 'POST',
      url,
      headers,
      payload: { version: 2, values: sealedValues(SECRETS) },
    });
    expect(fault.statusCode).toBe(500);
    await sql`alter table "Secretive" drop constraint nothing_goes`.execute(test.services.database.db);
    await app.close();
    expect(log).toContain('unexpected fault');
    for (const secret of [...Object.values(SECRETS), ...Object.values(OTHER_SECRETS), 'x199000'])
      expect(log.includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
  });
});
