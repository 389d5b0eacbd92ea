import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBuffer, type ZipFile as Opened } from 'yauzl';
import { ZipFile } from 'yazl';
import { GENESIS } from '#server/db/anchor-log.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { auditHash, type ChainedEntry } from '#server/platform/audit/chain.ts';
import { entriesAfter } from '#server/platform/audit/queries.ts';
import { takeBackup } from '#server/platform/backups/take-backup.ts';
import type { Manifest } from '#server/platform/backups/manifest.ts';
import { sealTrailer } from '#server/platform/backups/trailer.ts';
import { BackupWorld } from '#tests/support/backup/backup-world.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase, TEST_NOW } from '#tests/support/databases/kept-databases.ts';

const UPLOAD = `uploads/public/ab/${'ab'.repeat(16)}`;

let world: BackupWorld;
let store: TestDatabase;
let file: string;
beforeAll(async () => {
  world = new BackupWorld();
  store = await openMigratedDatabase();
  mkdirSync(path.dirname(world.path('here', UPLOAD)), { recursive: true });
  writeFileSync(world.path('here', UPLOAD), 'a picture whose bytes differ from each other');
  ({ file } = await world.backUp(store.database, 'here'));
});
afterAll(async () => {
  await store.drop();
  await world.end();
});

/** Members of an archive by name. */
async function membersOf(archive: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const zip = await new Promise<Opened>((resolve, reject) => {
    fromBuffer(readFileSync(archive), { lazyEntries: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const reading: Promise<void>[] = [];
  await new Promise((resolve) => {
    zip.on('entry', (entry) => {
      reading.push(
        new Promise<Readable>((opened, failed) => {
          zip.openReadStream(entry, (error, stream) => (error ? failed(error) : opened(stream)));
        }).then(async (stream) => void found.set(entry.fileName, await buffer(stream))),
      );
    });
    zip.on('end', resolve);
  });
  await Promise.all(reading);
  return found;
}

/** An archive of other members, whole as far as its own checks go. */
async function written(members: ReadonlyMap<string, Buffer>, name: string): Promise<string> {
  const zip = new ZipFile();
  for (const [member, bytes] of members) zip.addBuffer(bytes, member);
  zip.end();
  await pipeline(zip.outputStream as Readable, sealTrailer(), createWriteStream(world.path(name)));
  return world.path(name);
}

/** The archive of the test with its members changed. */
async function changed(name: string, change: (members: Map<string, Buffer>) => void): Promise<string> {
  const members = await membersOf(file);
  change(members);
  return written(members, name);
}

function withByteChanged(at: (bytes: Buffer) => number, name: string): string {
  const bytes = readFileSync(file);
  const place = at(bytes);
  bytes.writeUInt8((bytes.readUInt8(place) + 1) % 256, place);
  writeFileSync(world.path(name), bytes);
  return world.path(name);
}

/** The words in which a restore is refused, with what it left: no folder of a database, no file. */
async function refusal(archive: string, given: object = {}): Promise<string> {
  const words = await world.restore(archive, 'there', given).then(
    () => 'restored',
    (error: Error) => error.message,
  );
  const left = existsSync(world.path('there')) ? readdirSync(world.path('there')) : [];
  return [words, ...left].join('; left: ');
}

describe('an archive', () => {
  it('of which one byte is another is refused wherever that byte is, by the name of the file where it has one', async () => {
    const inUpload = withByteChanged((bytes) => bytes.indexOf('differ from'), 'upload.zip');
    expect(await refusal(inUpload)).toContain(`备份文件已损坏：${UPLOAD} 的内容与写入时不同`);
    const inRows = withByteChanged((bytes) => bytes.indexOf('database/rows/migration.copy') + 60, 'rows.zip');
    expect(await refusal(inRows)).toMatch(
      /备份文件已损坏：database\/rows\/migration\.copy 无法读取|的内容与写入时不同/,
    );
    const { length } = readFileSync(file);
    for (const part of [0, 4, 10, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99])
      expect(await refusal(withByteChanged(() => Math.floor(part < 1 ? part * length : part), 'anywhere.zip'))).toMatch(
        /^(备份文件已损坏：[^;]+|[^;]*不是完整的备份文件[^;]*)$/,
      );
  });

  it('that was cut off, or is something else, is refused', async () => {
    writeFileSync(world.path('cut.zip'), readFileSync(file).subarray(0, -1000));
    expect(await refusal(world.path('cut.zip'))).toContain('不是完整的备份文件');
    writeFileSync(world.path('other.zip'), 'a file of another program, long enough to be looked at'.repeat(9));
    expect(await refusal(world.path('other.zip'))).toContain('不是完整的备份文件');
    expect(await refusal(world.path('absent.zip'))).toContain('文件不存在');
  });

  it('from which a file was taken, or to which one was added, is refused by its name', async () => {
    const less = await changed('less.zip', (members) => members.delete('database/rows/account.copy'));
    expect(await refusal(less)).toContain('备份文件已损坏：缺少 database/rows/account.copy');
    const more = await changed('more.zip', (members) => members.set('uploads/more', Buffer.from('x')));
    expect(await refusal(more)).toContain('备份文件已损坏：uploads/more 不属于这份备份');
  });

  it('that was made again without the key is refused, though it is whole', async () => {
    const forged = await changed('forged.zip', (members) => {
      const schema = Buffer.from('{"before":[{"name":"x","sql":"drop database postgres"}],"tables":[],"after":[]}');
      const manifest = JSON.parse(String(members.get('manifest.json'))) as Manifest;
      const sha256 = createHash('sha256').update(schema).digest('hex');
      const claimed = manifest.members.map((each) =>
        each.name === 'database/schema.json' ? { ...each, sha256, bytes: schema.length } : each,
      );
      members.set('database/schema.json', schema);
      members.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, members: claimed })));
    });
    expect(await refusal(forged)).toContain('备份文件已被改动：manifest.json 的签名不符');
  });
});

describe('a restore', () => {
  it('refuses another key, and no key', async () => {
    const dataDir = world.path('there');
    const secretKey = Buffer.alloc(32, 9).toString('base64');
    expect(await refusal(file, { database: { url: undefined, dataDir, secretKey } })).toContain('密钥与备份不符');
    expect(await refusal(file, { database: { url: undefined, dataDir, secretKey: undefined } })).toContain('没有密钥');
  });

  it('refuses what a newer release has written, by its number and by its migrations', async () => {
    expect(await refusal(file, { release: '0.9.9' })).toContain('备份由更新的版本');
    await store.database.pool.query("insert into migration (name) values ('9999-of-tomorrow')");
    const { file: later } = await world.backUp(store.database, 'here');
    await store.database.pool.query("delete from migration where name = '9999-of-tomorrow'");
    expect(await refusal(later)).toContain('此版本没有迁移 9999-of-tomorrow');
  });

  it('refuses a database that is not empty, and a file that is another one', async () => {
    const { url } = store.address;
    mkdirSync(world.path('full', 'pglite'), { recursive: true });
    const database = { url, dataDir: world.path('full'), secretKey: process.env['SECRET_KEY'] };
    const words = url === undefined ? '中已有数据库' : '数据库不是空的';
    await expect(world.restore(file, 'full', { database })).rejects.toThrow(words);
    expect(readdirSync(world.path('full'))).toEqual(['pglite']);
    mkdirSync(path.dirname(world.path('other', UPLOAD)), { recursive: true });
    writeFileSync(world.path('other', UPLOAD), 'another picture');
    await expect(world.restore(file, 'other')).rejects.toThrow('已存在且内容不同');
    expect(readdirSync(world.path('other'))).toEqual(['uploads']);
  });
});

it('a backup of a log that was written again without the key is refused, however whole its chain is', async () => {
  const other = await openMigratedDatabase();
  const { db, pool } = other.database;
  const entry = { actor: null, action: 'test.paid', target: { kind: 'account', id: '1' }, reason: '原来' };
  await db.transaction().execute((trx) => writeAudit(trx, entry, TEST_NOW));
  await pool.query('alter table audit_log disable trigger user');
  const [written] = await entriesAfter(db, '0', 1);
  const changed = { reason: '改过' };
  const hash = auditHash(GENESIS, { ...(written as ChainedEntry), ...changed });
  await db
    .updateTable('audit_log')
    .set({ ...changed, hash })
    .execute();
  await pool.query('alter table audit_log enable trigger user');
  const { file: taken } = await world.backUp(other.database, 'rewritten');
  await expect(world.restore(taken, 'from-rewritten')).rejects.toThrow(
    /操作日志不完整.*entry 1: it was not written with a key of this installation/,
  );
  await other.drop();
});

it('a backup does not write over another file, and says why it cannot be written', async () => {
  const folders = world.folders('here');
  const options = { folders, release: '1.0.0', now: new Date(0), progress: () => undefined };
  await expect(takeBackup(store.database, { ...options, file })).rejects.toThrow('已存在，不会被覆盖');
  await expect(takeBackup(store.database, { ...options, file: path.join(file, 'below.zip') })).rejects.toThrow(
    /无法写入.*(已有同名的文件|不是目录)/,
  );
});
