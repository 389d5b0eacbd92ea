import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SoldProduct } from '#schemas/api/orders.ts';
import { Cursors } from '#server/core/lists/cursor.ts';
import type { Database } from '#server/db/database.ts';
import { type Vault, vaultFrom } from '#server/db/vault.ts';
import { accountByEmail } from '#server/features/account/sign-in/queries.ts';
import { readToken, unsubscribeToken } from '#server/features/alerts/base/unsubscribe-token.ts';
import { FollowTokens } from '#server/features/open/following/tokens.ts';
import { AddressSigner } from '#server/features/uploads/signed-addresses.ts';
import { insertBatch, lockCode, setRevoked } from '#server/features/wallet/orders/code-queries.ts';
import { CODE_KIND } from '#server/features/wallet/orders/redemption.ts';
import { emailPlace } from '#server/platform/accounts/email.ts';
import { knownDevice, newDeviceToken } from '#server/platform/accounts/known-device.ts';
import { sealedOtherwise } from '#server/platform/keys/queries.ts';
import { verifyWholeLog } from '#server/platform/audit/verification.ts';
import { Limits } from '#server/platform/limits/limits.ts';
import { sealedKinds } from '#server/sealed-kinds.ts';
import type { Services } from '#server/services.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { BackupWorld, contentsOf } from '#tests/support/backup/backup-world.ts';
import { KeyWorld, type OpenedWith } from '#tests/support/processes/key-world.ts';
import type { RotateWork } from '#tests/support/processes/rotate-child.ts';
import { SECRETS, sealedValues } from '#tests/support/records/sealed-world.ts';

const CHILD = path.resolve('tests/support/processes/rotate-child.ts');
/** More than two slices. */
const RECORDS = 700;
const PHONE = '19900000951';
const CODE = 'AAAABBBBCCCCDDDD';
const MAIL = 'owner@fund.example.com';
const FILE = 'ab'.repeat(16);
const SUBJECT = { kind: 'test', value: 'someone' };
const context = { actor: '7', roles: [], origin: 'import:people.csv' };

/** Slices after which a process is killed: two kinds are sealed again by then in part, the others not at all. */
const KILLED_AT = 3;

/** Everything sealed with the old key; and the same after a sign-in and a change of keys that was killed. */
let filled: KeyWorld;
let half: KeyWorld;
let signal: unknown;
let before: Awaited<ReturnType<OpenedWith['signIn']>>;
beforeAll(async () => {
  filled = await KeyWorld.open();
  await filled.withKeys(filled.old, ({ services }) => fill(services));
  half = await filled.copy();
  before = await half.withKeys(half.old, ({ signIn }) => signIn(PHONE));
  signal = await killedChild(half);
});
afterAll(async () => {
  await filled.drop();
  await half.drop();
});

const copies: KeyWorld[] = [];
afterEach(async () => {
  for (const copy of copies.splice(0)) await copy.drop();
});

/** A database of the test's own that holds the same. */
async function copyOf(kept: KeyWorld): Promise<KeyWorld> {
  const copy = await kept.copy();
  copies.push(copy);
  return copy;
}

/** Records with sealed values, one that is put away, a mail address, a code to redeem and what a limit has counted. */
async function fill({ writer, database, now }: Services): Promise<void> {
  const rows = Array.from({ length: RECORDS }, (_, index) => ({
    key: String(index),
    values: { title: `第 ${index} 条`, ...sealedValues(SECRETS), textSealed: `weixin-${index}` },
  }));
  await writer.writeMany('Secretive', 'people', rows, { ...context, now: now() });
  const { db, vault } = database;
  await sql`
    insert into gone_record (object_api_name, record_id, kind, name, reason, actor, at, version, row, keys)
    select 'Secretive', id, 'archived', title, '重复', '7', now(), version, to_jsonb(s), '[]' from "Secretive" s
    order by id limit 1`.execute(db);
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'founder')
    .executeTakeFirstOrThrow();
  const email = { email_index: vault.index(MAIL, 'email'), email_sealed: vault.seal(MAIL, emailPlace(id)) };
  await db.updateTable('account').set(email).where('id', '=', id).execute();
  await db.transaction().execute(async (trx) => {
    const product = { kind: 'coins', name: '60 鲸币', price: '6.00', coins: 60 } as unknown as SoldProduct;
    const expiresAt = new Date(now().getTime() + 30 * DAY_MS);
    const batch = { productId: '1', product, reason: '活动', expiresAt, issuedBy: id, at: now() };
    await insertBatch(trx, batch, [{ index: vault.index(CODE, CODE_KIND), lastFour: 'DDDD' }]);
    await new Limits({ vault, now }).count(trx, [SUBJECT]);
  });
}

/** What is sealed in the database that does not open with these keys, and how many values of each key there are. */
async function sealedIn(database: Database): Promise<{ closed: string[]; byKey: Record<string, number> }> {
  const closed: string[] = [];
  const byKey: Record<string, number> = {};
  for (const kind of await sealedKinds(database.db)) {
    const rows = await sealedOtherwise(database.db, kind, 'none', { after: '(0,0)', most: 10_000 });
    for (const {
      sealed,
      keys: [one = '', two = '', three = ''],
    } of rows) {
      const [, keyId = ''] = sealed.split('.');
      byKey[keyId] = (byKey[keyId] ?? 0) + 1;
      try {
        database.vault.open(sealed, kind.place([one, two, three]));
      } catch {
        closed.push(`${kind.table}.${kind.column}`);
      }
    }
  }
  return { closed, byKey };
}

async function killedChild({ address, both, now }: KeyWorld): Promise<unknown> {
  const work: RotateWork = { ...address, secretKey: both, killAt: KILLED_AT, now: now.toISOString() };
  const child = spawn(process.execPath, [CHILD, JSON.stringify(work)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, end] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return end;
}

describe('a change of keys', () => {
  it('that is killed between two slices loses nothing, goes on, and users sign in before, during and after it', async () => {
    expect(signal).toBe('SIGKILL');
    const world = await copyOf(half);
    const [fresh, old] = [vaultFrom(world.fresh).keyId, vaultFrom(world.old).keyId];
    await world.withKeys(world.both, async ({ services, signIn, whoIs }) => {
      const { closed, byKey } = await sealedIn(services.database);
      expect(closed).toEqual([]);
      expect(byKey[fresh]).toBeGreaterThanOrEqual(300);
      expect(byKey[old]).toBeGreaterThanOrEqual(300);
      expect((await signIn(PHONE)).uid).toBe(before.uid);
      expect(await whoIs(before.cookie)).toBe(before.uid);
    });
    const left = await world.rotate();
    expect(left).toMatchObject({ sealed: [], log: [] });
    await world.withKeys(world.fresh, async ({ services, signIn, whoIs }) => {
      const { closed, byKey } = await sealedIn(services.database);
      expect(closed).toEqual([]);
      expect(Object.keys(byKey)).toEqual([fresh]);
      const everything = [...(await contentsOf(services.database)).values()].flat();
      expect(everything.filter((row) => row.includes(`v2.${old}.`) || /\bv1\.[\w-]{38}/.test(row))).toEqual([]);
      expect(everything.some((row) => row.includes(`v2.${fresh}.`))).toBe(true);
      expect((await signIn(PHONE)).uid).toBe(before.uid);
      expect(await whoIs(before.cookie)).toBe(before.uid);
      expect((await verifyWholeLog(services.database)).holds).toBe(true);
      const { vault, db } = services.database;
      expect((await accountByEmail(db, vault.indexes(MAIL, 'email')))?.username).toBe('founder');
    });
  });

  it('leaves the old key needed while something is found by it alone, and names that', async () => {
    const world = await copyOf(filled);
    const { indexed } = await world.rotate();
    expect(indexed).toEqual({ 未使用的兑换码: 1, 一天内的次数限制: 1 });
    await world.withDatabase(world.both, async ({ db, vault }) => {
      const now = () => world.now;
      await db.transaction().execute(async (trx) => {
        const counted = await new Limits({ vault, now }).count(trx, [SUBJECT]);
        expect(counted.before(SUBJECT)).toHaveLength(1);
        const code = await lockCode(trx, vault.indexes(CODE, CODE_KIND));
        const { issued_by: by } = await trx
          .selectFrom('redemption_batch')
          .select('issued_by')
          .executeTakeFirstOrThrow();
        await setRevoked(trx, code?.id ?? '', by, '更换', now());
      });
    });
    world.pass(2 * DAY_MS);
    expect(await world.rotate()).toEqual({ sealed: [], indexed: {}, log: [] });
  });

  it('lets no start go without the old key before all is sealed again', async () => {
    const world = await copyOf(half);
    await expect(world.withKeys(world.fresh, async () => undefined)).rejects.toThrow('密钥与数据库不符');
    await world.rotate();
    await expect(world.withKeys(world.fresh, async () => 'started')).resolves.toBe('started');
    await expect(world.withKeys(world.old, async () => undefined)).rejects.toThrow('密钥与数据库不符');
  });

  it('takes what the old key signed as good: devices, addresses of files, links in mails, cursors, tokens', () => {
    const [old, both, fresh] = [vaultFrom(filled.old), vaultFrom(filled.both), vaultFrom(filled.fresh)];
    const owner = { id: '7', password_hash: 'hash' };
    const device = newDeviceToken(old, owner);
    const query = new URL(new AddressSigner(old).sign(FILE, filled.now), 'http://data.example').searchParams;
    const address = { expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' };
    const link = unsubscribeToken(old, { of: 'account', id: '7' });
    const cursor = { position: { id: '5', values: ['a'] }, seen: 20 };
    const page = new Cursors(old).write('a list', cursor);
    const good = (vault: Vault) => [
      knownDevice(vault, owner, device) !== undefined,
      new AddressSigner(vault).isGood(FILE, address, filled.now),
      readToken(vault, link) !== undefined,
      vault.judge(old.sign('one', 'test'), 'one', 'test') === 'good',
    ];
    expect(good(both)).toEqual([true, true, true, true]);
    expect(new Cursors(both).read('a list', page)).toEqual(cursor);
    const state = {
      account: '7',
      object: 'Insight',
      filter: null,
      fields: {},
      compared: {},
      derived: false,
      cursor: '1',
      full: null,
    };
    const token = new FollowTokens(old).write(state);
    expect(new FollowTokens(both).read(token, '7', 'Insight')).toEqual(state);
    expect(() => new FollowTokens(fresh).read(token, '7', 'Insight')).toThrow('令牌无效');
    expect(good(fresh)).toEqual([false, false, false, false]);
    expect(() => new Cursors(fresh).read('a list', page)).toThrow('翻页游标无效');
  });

  it('is known to backups: of half of it one is restored with both keys, and with one alone it says what is missing', async () => {
    const backups = new BackupWorld();
    const { file: earlier } = await filled.withDatabase(filled.old, (database) => backups.backUp(database, 'earlier'));
    const world = await copyOf(half);
    const sealing = { passphrase: 'correct horse battery' };
    const { file } = await world.withDatabase(world.both, (database) => backups.backUp(database, 'here', sealing));
    const into = (name: string, secretKey: string | undefined) => ({
      database: { url: undefined, dataDir: backups.path(name), secretKey },
    });
    await expect(backups.restore(file, 'alone', into('alone', world.fresh))).rejects.toThrow('须用此处没有的密钥');
    await expect(backups.restore(file, 'with-both', into('with-both', world.both))).resolves.toMatchObject({});
    await expect(backups.restore(earlier, 'before', into('before', world.both))).resolves.toMatchObject({});
    await expect(backups.restore(earlier, 'other', into('other', world.fresh))).rejects.toThrow('密钥与备份不符');
    await backups.restore(file, 'brought', { ...into('brought', undefined), ...sealing });
    expect(readFileSync(backups.path('brought', 'secret.key'), 'utf8').trim()).toBe(world.both);
    await backups.end();
  });
});
