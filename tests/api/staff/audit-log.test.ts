import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogVerification } from '#schemas/api/audit-log.ts';
import type { ListReply } from '#schemas/api/records.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { verifyWholeLog } from '#server/platform/audit/verification.ts';
import { made } from '#tests/support/editing.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let staff: ReturnType<typeof staffRequests>;

beforeAll(async () => {
  test = await openTestApp();
  staff = staffRequests(test);
});
afterAll(() => test.close());

const query = (text: string) => test.services.database.pool.query(text);
const verify = async (parameters: string) =>
  made(await test.get<LogVerification>('staff', `/api/staff/log/verify?${parameters}`));
const whole = () => verifyWholeLog(test.services.database);

async function write(action: string, details: Readonly<Record<string, unknown>> = {}, at = TEST_NOW): Promise<void> {
  const entry = { actor: { id: '6', name: '示例运营' }, action, target: { kind: 'account', id: '1' }, reason: '试写' };
  await test.services.database.db.transaction().execute((trx) => writeAudit(trx, { ...entry, details }, at));
}

/** What only the owner of the database can do. */
async function behindItsBack(statement: string): Promise<void> {
  await query('alter table audit_log disable trigger user');
  await query(statement);
  await query('alter table audit_log enable trigger user');
}

describe('the audit log', () => {
  it('keeps one chain when fifty write at once', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => write('test.parallel', { index })));
    const { list } = await staff.log('?action=test.parallel');
    expect(new Set(list.map(({ details }) => details['index'])).size).toBe(50);
    expect(new Set(list.map(({ previousHash }) => previousHash)).size).toBe(50);
    // The sign-in of staff who look is one more.
    expect(await verify('count=5000')).toEqual({ checked: 51, last: '51', head: '51', broken: null });
  });

  it('has no entry of an action that did not come about', async () => {
    const deed = test.services.database.db.transaction().execute(async (trx) => {
      await writeAudit(
        trx,
        { actor: null, action: 'test.undone', target: { kind: 'x', id: '1' }, reason: '' },
        TEST_NOW,
      );
      throw new Error('undone');
    });
    await expect(deed).rejects.toThrow('undone');
    await write('test.after');
    expect((await staff.log('?action=test.undone')).list).toEqual([]);
    expect((await verify('count=5000')).broken).toBeNull();
  });

  it.each([
    ['changes', `update audit_log set reason = 'x' where id = 1`],
    ['deletes', 'delete from audit_log where id = 1'],
    ['empties', 'truncate audit_log'],
  ])('refuses a client that %s it by SQL', async (_, statement) => {
    await expect(query(statement)).rejects.toThrow(/rows of audit_log are never changed/);
  });

  it('hashes what is read back, whatever the details hold', async () => {
    await write('test.details', {
      z: 1,
      a: { y: [1.5, -0, 1e21, '😀', null], b: undefined, at: new Date(0) },
      号: '"\\\n',
    });
    expect((await verify('count=5000')).broken).toBeNull();
  });

  it('is read by action, person, target and day', async () => {
    await write('test.found', {}, new Date('2026-11-20T15:59:59Z'));
    await write('test.found', {}, new Date('2026-11-20T16:00:00Z'));
    const body = { objectApiName: 'LogEntry', fields: ['no'], pageSize: 100 };
    const count = async (field: string, op: string, value: unknown) => {
      const filter = {
        and: [
          { field: 'action', op: 'in', value: ['test.found'] },
          { field, op, value },
        ],
      };
      const reply = await test.post<ListReply>('staff', '/api/metadata/data/getLayoutAndDataList', { ...body, filter });
      return made(reply).list.length;
    };
    // A day of Shanghai ends at 16:00 UTC.
    expect(await count('at', 'between', ['1600-01-01', '2026-11-20'])).toBe(1);
    expect(await count('at', 'between', ['2026-11-21', '2199-12-31'])).toBe(1);
    expect(await count('at', 'between', ['2026-11-20', '2026-11-21'])).toBe(2);
    expect(await count('actor', 'in', ['6'])).toBe(2);
    expect(await count('actorName', 'in', ['示例运营'])).toBe(2);
    expect(await count('actorName', 'in', ['别人'])).toBe(0);
    expect((await staff.log('?action=test.found&targetKind=account&targetId=1')).list).toHaveLength(2);
    expect((await staff.log('?action=test.found&targetKind=order')).list).toEqual([]);
    const { list } = await staff.log();
    expect(list.map(({ id }) => Number(id))).toEqual(list.map(({ id }) => Number(id)).toSorted((a, b) => b - a));
  });

  it('is verified in stretches that follow each other', async () => {
    const first = await verify('count=30');
    expect(first).toMatchObject({ checked: 30, last: '30', broken: null });
    const second = await verify(`count=5000&after=${first.last}`);
    expect(second.broken).toBeNull();
    expect(second.last).toBe(second.head);
    expect(await verify(`count=10&after=${second.head}`)).toMatchObject({ checked: 0, last: null });
  });
});

describe('a log that was tampered with behind the product’s back', () => {
  beforeEach(async () => {
    if (!(await whole()).holds) throw new Error('A test before left the log broken.');
  });

  it('is found where an entry says something else', async () => {
    await behindItsBack(`update audit_log set reason = '改过' where id = 20`);
    expect((await verify('count=5000')).broken).toEqual({ id: '20', fault: 'content' });
    expect(await whole()).toMatchObject({
      holds: false,
      lines: [
        'The log breaks at entry 20: what it says was changed after it was written.',
        '19 entries before it hold.',
      ],
    });
    await behindItsBack(`update audit_log set reason = '试写' where id = 20`);
  });

  it.each(['details', 'actor_name', 'at'])('is found where only %s was changed', async (column) => {
    const other: Record<string, string> = { details: `'{"index":99}'`, actor_name: `'别人'`, at: `now()` };
    await query('create table kept as select * from audit_log where id = 30');
    await behindItsBack(`update audit_log set ${column} = ${other[column]} where id = 30`);
    expect((await whole()).holds).toBe(false);
    await behindItsBack(`update audit_log set ${column} = (select ${column} from kept) where id = 30`);
    await query('drop table kept');
  });

  it('is found where an entry was taken out, or the ones behind it follow another', async () => {
    await query('create table kept as select * from audit_log where id = 25');
    await behindItsBack('delete from audit_log where id = 25');
    expect((await verify('count=5000')).broken).toEqual({ id: '26', fault: 'gap' });
    await behindItsBack('insert into audit_log select * from kept');
    await behindItsBack(`update audit_log set previous_hash = 'x' where id = 26`);
    expect((await verify('count=5000')).broken).toEqual({ id: '26', fault: 'link' });
    await behindItsBack('update audit_log set previous_hash = (select hash from kept) where id = 26');
    await query('drop table kept');
  });

  it('and cut off at its end is found by an operator who kept its last line', async () => {
    const { lines } = await whole();
    const kept = lines.at(-1);
    await write('test.later');
    expect((await verifyWholeLog(test.services.database, kept)).holds).toBe(true);
    await behindItsBack(`delete from audit_log where id >= ${kept?.split(':')[0]}`);
    expect((await whole()).holds).toBe(true);
    const found = await verifyWholeLog(test.services.database, kept);
    expect(found.holds).toBe(false);
    expect(found.lines[0]).toContain('is not the one that was expected');
  });
});

it('npm run verify-log says where the chain breaks, and ends with 1', async () => {
  const { address } = test.store;
  await behindItsBack(`update audit_log set reason = '改过' where id = 7`);
  await test.app.close();
  await test.store.release();
  const env = { ...process.env, DATABASE_URL: address.url ?? '', JINGTU_DATA: address.dataDir ?? '' };
  const run = promisify(execFile)(process.execPath, ['src/server/commands/verify-log.ts'], { env });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('breaks at entry 7') as string });
});
