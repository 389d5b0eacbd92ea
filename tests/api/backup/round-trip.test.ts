import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { phoneColumns } from '#server/db/seal-phones.ts';
import { logState } from '#server/core/changes/queries.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import { insertFile } from '#server/platform/files/queries.ts';
import { importName } from '#server/platform/objects/object-names.ts';
import { openServices } from '#server/services.ts';
import { BackupWorld, contentsOf, sequencesOf } from '#tests/support/backup/backup-world.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openInstalledDatabase, openMigratedDatabase, TEST_NOW } from '#tests/support/databases/kept-databases.ts';
import { createTable, everyField, insertRecords, storedRecord } from '#tests/support/metadata/every-field.ts';
import { S3Server } from '#tests/support/files/s3-server.ts';
import { prng } from '#tests/support/prng.ts';

let world: BackupWorld;
let store: TestDatabase;

/** An installation: with what ships, or with the tables of the product alone where only its files and its key matter. */
async function begin(kind: 'shipped' | 'bare'): Promise<void> {
  world = new BackupWorld();
  store = await (kind === 'shipped' ? openInstalledDatabase() : openMigratedDatabase());
  if (kind === 'bare')
    await store.database.db
      .insertInto('account')
      .values({ username: 'member', name: '示例', roles: [], duties: [], vip_type: 0, created_at: TEST_NOW })
      .execute();
}
afterEach(async () => {
  await store.drop();
  await world.end();
});

/** What people do: a file that a record uses, an entry of the log, a number that is sealed. */
async function work({ db, vault }: Database, files: FileStore): Promise<string> {
  const id = randomBytes(16).toString('hex');
  const bytes = randomBytes(50_000);
  const part = await files.newPart();
  writeFileSync(part, bytes);
  const file = {
    id,
    bucket: 'private',
    owner_id: null,
    mime: 'application/pdf',
    name: '计划书\\\t.pdf',
    pdf: null,
  } as const;
  await files.keep(part, file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await insertFile(db, { ...file, bytes: String(bytes.length), sha256 }, TEST_NOW);
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('file').set({ used_at: TEST_NOW }).where('id', '=', id).execute();
    const { id: account } = await trx
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'member')
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('account')
      .set(phoneColumns(vault, account, '+8613900000000'))
      .where('id', '=', account)
      .execute();
    await writeAudit(
      trx,
      { actor: null, action: 'test.worked', target: { kind: 'file', id }, reason: '换行\n与\\N' },
      TEST_NOW,
    );
  });
  return id;
}

/** Tables, rows and sequences of two databases are the same. */
async function expectSame(restored: Database, source: Database): Promise<void> {
  expect(Object.fromEntries(await contentsOf(restored))).toEqual(Object.fromEntries(await contentsOf(source)));
  expect(await sequencesOf(restored)).toEqual(await sequencesOf(source));
}

/** Takes an embedded installation to the PostgreSQL of the tests. */
async function movedToServer(embedded: Database): Promise<{ database: Database; name: string }> {
  const { address, database } = await world.emptyDatabase();
  const target = { url: address.url, dataDir: world.path('moved'), secretKey: process.env['SECRET_KEY'] };
  const { file } = await world.backUp(embedded, 'embedded');
  await world.restore(file, 'moved', { database: target });
  await expectSame(database, store.database);
  return { database, name: 'moved' };
}

describe('a backup', () => {
  it('is taken beside people who write and upload, and is the whole installation at one moment', async () => {
    await begin('shipped');
    const files = new FileStore(world.places('here'), store.database.vault);
    let isTaken = false;
    const done: string[] = [];
    const writer = async () => {
      while (!isTaken) done.push(await work(store.database, files));
    };
    await work(store.database, files);
    const writers = [writer(), writer()];
    const { file, manifest } = await world.backUp(store.database, 'here');
    isTaken = true;
    await Promise.all(writers);

    expect([manifest.missingFiles, manifest.changedFiles]).toEqual([[], []]);
    // Private files are sealed: what they hold is known by a hash of its own, and one of them is opened by the restore.
    const uploads = manifest.members.filter(({ name }) => name.startsWith('uploads/private/'));
    expect(uploads.every(({ sha256, content }) => content !== undefined && content !== sha256)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // To restore it is to check the chain of the log, the ledger, what is sealed, and every file that the database names.
    await world.restore(file, 'there');
    const restored = await world.openEmbedded('there');
    const ids = new Set((await restored.db.selectFrom('file').select('id').execute()).map(({ id }) => id));
    expect(ids.size).toBe(manifest.database.rows['file']);
    for (const id of ids)
      expect(statSync(path.join(world.folders('there').uploads, 'private', id.slice(0, 2), id)).size).toBe(50_044);
    expect(done.length).toBeGreaterThan(0);
  });

  it('brings back every row of every table, imports with it, on a database of either kind and back', async () => {
    await begin('shipped');
    const random = prng(7);
    await createTable(store.database, everyField);
    await insertRecords(
      store.database,
      everyField,
      Array.from({ length: 300 }, () => storedRecord(everyField, random)),
    );
    await work(store.database, new FileStore(world.places('here'), store.database.vault));
    const imported = path.join('imports', 'ab'.repeat(16), 'file');
    mkdirSync(path.dirname(world.path('here', imported)), { recursive: true });
    writeFileSync(world.path('here', imported), '名称,金额\n甲,1\n');

    // Embedded, then the kind that the tests run on where that is another one, then embedded again.
    await world.restore((await world.backUp(store.database, 'here')).file, 'embedded');
    const embedded = await world.openEmbedded('embedded');
    await expectSame(embedded, store.database);
    const last = onPostgres ? await movedToServer(embedded) : { database: embedded, name: 'embedded' };
    await world.restore((await world.backUp(last.database, last.name)).file, 'again');
    await expectSame(await world.openEmbedded('again'), store.database);
    expect(readFileSync(world.path('again', imported), 'utf8')).toBe('名称,金额\n甲,1\n');
  });

  it('names files that were lost or changed before; what is restored starts, and readers of its changes begin again', async () => {
    await begin('shipped');
    const before = await logState(store.database.db);
    const files = new FileStore(world.places('here'), store.database.vault);
    const lost = await work(store.database, files);
    await files.remove({ id: lost, bucket: 'private' });
    const changed = await work(store.database, files);
    writeFileSync(path.join(world.folders('here').uploads, 'private', changed.slice(0, 2), changed), 'other bytes');
    const { file, manifest } = await world.backUp(store.database, 'here');
    expect(manifest.missingFiles).toEqual([`uploads/private/${lost.slice(0, 2)}/${lost}`]);
    expect(manifest.changedFiles).toEqual([`uploads/private/${changed.slice(0, 2)}/${changed}`]);
    await world.restore(file, 'there');
    const restored = await world.openEmbedded('there');
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const services = await openServices(restored, shipped, () => TEST_NOW);
    expect(services.unfit).toEqual([]);
    expect(services.catalog.objects.length).toBeGreaterThan(20);
    expect((await logState(restored.db)).epoch).not.toBe(before.epoch);
    await services.search.jobs.stop();
  });

  it('holds the files of a bucket, and puts them into a bucket or a folder', async () => {
    await begin('bare');
    const [server, other] = [await S3Server.open(), await S3Server.open()];
    const folders = { ...world.folders('here'), bucket: server.objects() };
    await work(
      store.database,
      new FileStore({ ...world.places('here'), bucket: server.objects() }, store.database.vault),
    );
    await server.objects().put(importName('ab'.repeat(16)), Readable.from([Buffer.from('名称\n甲\n')]));
    const { file, manifest } = await world.backUp(store.database, 'here', { folders });
    expect([manifest.notIncluded, manifest.missingFiles]).toEqual([[], []]);
    const names = server.names();
    expect(names).toHaveLength(2);
    await world.restore(file, 'in-bucket', { folders: { ...world.folders('in-bucket'), bucket: other.objects() } });
    expect(other.names()).toEqual(names);
    expect(names.map((name) => other.bytesOf(name))).toEqual(names.map((name) => server.bytesOf(name)));
    await world.restore(file, 'in-folder');
    expect(readFileSync(world.path('in-folder', ...names.slice(0, 1)))).toEqual(server.bytesOf(names[0] ?? ''));
    await other.objects().put(names[0] ?? '', Readable.from([Buffer.from('other')]));
    const again = { folders: { ...world.folders('refused'), bucket: other.objects() } };
    await expect(world.restore(file, 'refused', again)).rejects.toThrow('已存在且内容不同');
    server.fault = 'away';
    await expect(world.backUp(store.database, 'here', { folders })).rejects.toThrow('文件存储暂时不可用');
    for (const each of [server, other]) await each.close();
  });

  it('takes the key along under a passphrase alone, and says that files at a hosted storage are not in it', async () => {
    await begin('bare');
    const passphrase = '一句很长的口令不会被猜到';
    const folders = { uploads: undefined, imports: world.path('there', 'imports') };
    const { file, manifest } = await world.backUp(store.database, 'here', { passphrase, folders });
    expect(manifest.notIncluded).toEqual(['上传的文件（保存在云存储中）']);
    const database = { url: undefined, dataDir: world.path('there'), secretKey: undefined };
    await expect(world.restore(file, 'there', { database })).rejects.toThrow('BACKUP_PASSPHRASE');
    await expect(
      world.restore(file, 'there', { database, folders, passphrase: '另一句很长的口令也不行' }),
    ).rejects.toThrow('口令（BACKUP_PASSPHRASE）不对');
    await world.restore(file, 'there', { database, folders, passphrase });
    const kept = world.path('there', 'secret.key');
    expect([readFileSync(kept, 'utf8').trim(), statSync(kept).mode & 0o777]).toEqual([
      process.env['SECRET_KEY'],
      0o600,
    ]);
    const opened = await openDatabase({ dataDir: world.path('there'), secretKey: '' });
    expect(opened.vault.index('x', 'y')).toBe(store.database.vault.index('x', 'y'));
    await opened.close();
  });
});
