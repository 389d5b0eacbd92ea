import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import { LINK_MS, StaffAccounts } from '#server/commands/staff-accounts.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { openPassportWorld, type PassportWorld, SIGN_IN } from '#tests/support/account/passport.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

const COMMAND = path.join(import.meta.dirname, '../../../src/server/commands/staff.ts');
const PASSWORD = 'orchard lantern 47';
let world: PassportWorld;
let staff: StaffAccounts;

beforeAll(async () => {
  world = await openPassportWorld();
  staff = new StaffAccounts(world.test.services.database, world.now);
});
afterAll(() => world.close());

const set = (ticket: string, passwd: string) => world.post('/api/resetpasswd/set', { ticket, passwd });
const signIn = (username: string, password: string) =>
  world.post<{ staff: boolean }>(SIGN_IN, { username, password }, { address: '192.0.2.77' });
const logged = async (action: string) =>
  world.test.services.database.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

describe('npm run staff', () => {
  it('makes the first staff account, whose link sets its own password once', async () => {
    const { ticket, isNew } = await staff.grant('+8619900000701', { name: '王运营' });
    expect(isNew).toBe(true);
    expect(await set(ticket ?? '', PASSWORD)).toMatchObject({ code: 0 });
    expect(await set(ticket ?? '', `${PASSWORD} again`)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
    const { data, cookie } = await signIn('19900000701', PASSWORD);
    expect(data).toMatchObject({ staff: true, name: '王运营' });
    expect(await world.get('/api/staff/log/verify?count=1', { cookie })).toMatchObject({ status: 200 });
    expect(await logged('staff.granted')).toMatchObject([{ actor_id: null, target_kind: 'account' }]);
    expect(await logged('staff.linkIssued')).toHaveLength(1);
    const [{ duties } = { duties: [] }] = (await staff.list()).filter(({ name }) => name === '王运营');
    expect(duties).toEqual(DUTIES);
  });

  it('asks which duties the others are to have, and changes those of who is staff already', async () => {
    await expect(staff.grant('ops-four')).rejects.toThrow('请用 --duties 指明职责：data（数据与内容）、audit（审核）');
    const dutiesOf = async () => (await staff.list()).find(({ username }) => username === 'ops-four')?.duties;
    await staff.grant('ops-four', { duties: ['money', 'audit'] });
    expect(await dutiesOf()).toEqual(['audit', 'money']);
    await staff.grant('ops-four', { link: true });
    expect(await dutiesOf()).toEqual(['audit', 'money']);
    await staff.grant('ops-four', { duties: ['data'] });
    expect(await dutiesOf()).toEqual(['data']);
    expect(await logged('staff.dutiesChanged')).toMatchObject([
      { details: { before: ['audit', 'money'], after: ['data'] } },
    ]);
  });

  it('keeps only the hash of a link, and an older link ends with a newer one and after its term', async () => {
    const first = await staff.grant('ops-one', { duties: ['access'] });
    const second = await staff.grant('ops-one', { duties: ['access'] });
    expect(second.isNew).toBe(false);
    const rows = await world.test.services.database.db.selectFrom('reset_ticket').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(second.ticket ?? '-');
    expect(await set(first.ticket ?? '', PASSWORD)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
    world.pass(LINK_MS / 1000);
    expect(await set(second.ticket ?? '', PASSWORD)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
  });

  it('gives an account with a password the role and no link, unless one is asked for', async () => {
    const { database } = world.test.services;
    await database.db.updateTable('account').set({ is_sample: false }).where('username', '=', 'svip').execute();
    expect(await staff.grant('svip', { duties: ['data'] })).toMatchObject({ isNew: false, ticket: null });
    expect((await staff.grant('svip', { link: true })).ticket).not.toBeNull();
  });

  it('takes the role away with sessions and links, but not from the last of staff', async () => {
    const { ticket } = await staff.grant('ops-two', { duties: DUTIES });
    await staff.revoke('ops-two');
    expect(await set(ticket ?? '', PASSWORD)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
    expect(await logged('staff.revoked')).toHaveLength(1);
    for (const { username } of await staff.list()) if (username !== 'ops-one') await staff.revoke(username);
    await expect(staff.revoke('ops-one')).rejects.toThrow('至少需要保留一名负责“账号与权限”的运营人员');
  });

  it.each(['x', 'Has Capitals', '123'])(
    'refuses %j, which is neither a mobile number nor a username',
    async (login) => {
      await expect(staff.grant(login)).rejects.toThrow('请填写手机号');
    },
  );

  it('refuses a sample account, whose password is public', async () => {
    await expect(staff.grant('member')).rejects.toThrow('示例账号');
  });

  it.runIf(!onPostgres)('says that the server must be stopped first while it holds the embedded database', async () => {
    const env = { ...process.env, JINGTU_DATA: world.test.store.address.dataDir, DATABASE_URL: '' };
    const listed = promisify(execFile)(process.execPath, [COMMAND, 'list'], { env });
    await expect(listed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('请先停止它') });
  });

  it('opens no database where the address that its links would lead to is wrong', async () => {
    const wrong = { PUBLIC_ORIGIN: 'https://data.example/app', PORT: 'eighty' };
    const env = { ...process.env, JINGTU_DATA: '/dev/null/none', DATABASE_URL: '', ...wrong };
    const granted = promisify(execFile)(process.execPath, [COMMAND, 'grant', 'ops-nowhere'], { env });
    await expect(granted).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/PORT 应为[^]*PUBLIC_ORIGIN 应为不带路径的网址/),
    });
  });

  it('prints the link and where to open it', async () => {
    await world.test.app.close();
    await world.test.store.release();
    const { url = '', dataDir } = world.test.store.address;
    const env = { ...process.env, DATABASE_URL: url, JINGTU_DATA: dataDir, PUBLIC_ORIGIN: 'https://data.example' };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [COMMAND, 'grant', 'ops-three', '--duties', 'audit,money'],
      { env },
    );
    expect(stdout).toMatch(/https:\/\/data\.example\/#\/forget\?ticket=[\w-]{43}\n$/);
  });
});
