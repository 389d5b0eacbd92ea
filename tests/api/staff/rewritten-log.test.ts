import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogVerification } from '#schemas/api/audit-log.ts';
import { anchorLog, ENTRY, GENESIS } from '#server/db/anchor-log.ts';
import { migrate } from '#server/db/migrations.ts';
import { Vault } from '#server/db/vault.ts';
import { anchorWithReason } from '#server/platform/audit/anchor.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { auditHash, type ChainedEntry } from '#server/platform/audit/chain.ts';
import { entriesAfter } from '#server/platform/audit/queries.ts';
import { verifyWholeLog } from '#server/platform/audit/verification.ts';
import { made } from '#tests/support/editing.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let staff: ReturnType<typeof staffRequests>;

beforeAll(async () => {
  test = await openTestApp();
  staff = staffRequests(test);
  for (let written = 0; written < 60; written += 1) await write('test.written');
});
afterAll(() => test.close());

const query = (text: string) => test.services.database.pool.query(text);
const verify = async (parameters: string) =>
  made(await test.get<LogVerification>('staff', `/api/staff/log/verify?${parameters}`));
const whole = () => verifyWholeLog(test.services.database);

async function write(action: string): Promise<void> {
  const entry = { actor: { id: '6', name: '示例运营' }, action, target: { kind: 'account', id: '1' }, reason: '试写' };
  await test.services.database.db.transaction().execute((trx) => writeAudit(trx, entry, TEST_NOW));
}

/** The whole chain as a client of the database can write it, who knows how hashes are made and has no key. */
async function rewritten(
  change: (entry: ChainedEntry) => Partial<ChainedEntry>,
  seal: (hash: string) => string | null,
) {
  const { db } = test.services.database;
  let previous = GENESIS;
  for (const entry of await entriesAfter(db, '0', 5000)) {
    const told = { ...entry, ...change(entry) };
    const hash = auditHash(previous, told);
    const row = { ...told, details: JSON.stringify(told.details), previous_hash: previous, hash, seal: seal(hash) };
    await db.updateTable('audit_log').set(row).where('id', '=', entry.id).execute();
    previous = hash;
  }
}

/** Rows of a table back as they were, when a test has changed them. */
async function keeping(tables: readonly string[], work: () => Promise<void>): Promise<void> {
  for (const table of tables) {
    await query(`create table kept_${table} as select * from ${table}`);
    await query(`alter table ${table} disable trigger user`);
  }
  await work();
  for (const table of tables) {
    await query(`delete from ${table}`);
    await query(`insert into ${table} select * from kept_${table}`);
    await query(`alter table ${table} enable trigger user`);
    await query(`drop table kept_${table}`);
  }
}

const foreign = new Vault(Buffer.alloc(32, 7));

describe('a log that is written again from its first entry by a client who has no key', () => {
  const favour = ({ id }: ChainedEntry) => (id === '20' ? { reason: '改过' } : {});
  it.each([
    ['without seals', () => null],
    ['with the hash in place of the seal', (hash: string) => hash],
    ['with seals of another key', (hash: string) => foreign.sign(hash, ENTRY)],
    [
      'with seals of another key under the name of ours',
      (hash: string) =>
        foreign.sign(hash, ENTRY).replace(/^[^.]+/, test.services.database.vault.sign('', '').split('.')[0] ?? ''),
    ],
  ])('is found out %s', async (_, seal) => {
    await keeping(['audit_log'], async () => {
      await rewritten(favour, seal);
      expect((await verifyWholeLog({ ...test.services.database, vault: null })).holds).toBe(true);
      expect((await verify('count=5000')).broken).toEqual({ id: '1', fault: 'seal' });
      expect(await whole()).toMatchObject({
        holds: false,
        lines: ['The log breaks at entry 1: it was not written with a key of this installation.', expect.any(String)],
      });
    });
    expect((await whole()).holds).toBe(true);
  });

  it('is found out from the entry on that was changed, where the seals before are left', async () => {
    await keeping(['audit_log'], async () => {
      const seals = new Map(
        (await entriesAfter(test.services.database.db, '0', 5000)).map(({ hash, seal }) => [hash, seal]),
      );
      await rewritten(favour, (hash) => seals.get(hash) ?? null);
      expect((await verify('count=5000')).broken).toEqual({ id: '20', fault: 'seal' });
    });
  });

  it('is found out when the anchors are taken away, or others are put in their place', async () => {
    const { db } = test.services.database;
    await keeping(['audit_log', 'audit_anchor'], async () => {
      await rewritten(favour, () => null);
      await query('delete from audit_anchor');
      expect((await whole()).lines[0]).toContain('no anchor under a key of this installation vouches for it');
      await anchorLog(db, foreign);
      expect((await whole()).lines[0]).toContain('no anchor under a key of this installation vouches for it');
    });
  });
});

describe('a log of before there were seals', () => {
  it('is anchored by the upgrade, goes on with seals, and what was before can no longer be changed unnoticed', async () => {
    await keeping(['audit_log', 'audit_anchor'], async () => {
      await query('alter table audit_log drop column seal');
      await query('drop table audit_anchor');
      await query("delete from migration where name = '0132-sealed-log'");
      await migrate(test.services.database);
      await query('alter table audit_anchor disable trigger user');
      await write('test.sealed');
      expect((await whole()).holds).toBe(true);
      await rewritten(
        ({ id }) => (id === '20' ? { reason: '改过' } : {}),
        () => null,
      );
      const { broken } = await verify('count=5000');
      expect(broken?.fault).toBe('anchor');
      expect(Number(broken?.id)).toBeGreaterThan(20);
    });
  });

  it('is anchored under the key of now with a reason, and then needs the key of before no longer', async () => {
    const { database } = test.services;
    const later = { ...database, vault: foreign };
    await keeping(['audit_log', 'audit_anchor'], async () => {
      expect((await verifyWholeLog(later)).holds).toBe(false);
      await anchorLog(database.db, later.vault);
      expect((await verifyWholeLog(later)).holds).toBe(true);
      await query('update audit_log set seal = null where id = 30');
      await query('delete from audit_anchor where seal not like (select seal from kept_audit_anchor limit 1)');
      await expect(anchorWithReason(database, ' ', TEST_NOW)).rejects.toThrow('请说明重新锚定操作日志的原因');
      expect((await whole()).lines[0]).toContain('entry 30');
      await anchorWithReason(database, '旧版本的进程同时写入', TEST_NOW);
      expect((await whole()).holds).toBe(true);
      const [entry] = (await staff.log('?action=log.anchored')).list;
      expect(entry).toMatchObject({ reason: '旧版本的进程同时写入' });
      expect(JSON.stringify(entry?.details)).toContain('entry 30');
      await query(`update audit_log set reason = '改过' where id = 20`);
      await expect(anchorWithReason(database, '再来', TEST_NOW)).rejects.toThrow('哈希链已断开');
    });
  });
});
