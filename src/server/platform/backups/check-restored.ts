import { createHash } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { Written } from '#server/db/dump/write-database.ts';
import { SEALED_LOG_MIGRATION } from '#server/db/migrations.ts';
import { type Schema, schemaDifferences } from '#server/db/dump/schema.ts';
import type { Vault } from '#server/db/vault.ts';
import { verifyWholeLog } from '#server/platform/audit/verification.ts';
import { openedBytes } from '#server/platform/files/sealed-bytes.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { contentHashes, SCHEMA_FILE } from './manifest.ts';
import { sealedUploadId, uploadName } from '#server/platform/objects/object-names.ts';
import { hasOthers, sealedSample } from '#server/platform/keys/queries.ts';
import { ledgerFaults, rowsOf, usedFiles } from './queries.ts';
import type { SealedKind } from '#server/platform/keys/sealed-kind.ts';

export interface CheckDeps {
  readonly reader: ArchiveReader;
  readonly vault: Vault;
  /** Columns of sealed values of a database. */
  readonly sealedKinds: (db: Db) => Promise<readonly SealedKind[]>;
}

async function schemaFaults({ schema }: Written, { reader }: CheckDeps): Promise<string[]> {
  const source = JSON.parse(await reader.text(SCHEMA_FILE)) as Schema;
  return schemaDifferences(source, schema).map((name) => `${name} 与备份时不同`);
}

async function countFaults(db: Db, { rows }: Written, { reader }: CheckDeps): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, expected] of Object.entries(reader.manifest.database.rows)) {
    const counted = await rowsOf(db, table);
    if (counted !== expected || rows.get(table) !== expected)
      faults.push(`表 ${table} 应有 ${expected} 行，恢复后有 ${counted} 行`);
  }
  return faults;
}

async function sealedFaults(db: Db, { vault, sealedKinds }: CheckDeps): Promise<string[]> {
  const faults: string[] = [];
  for (const kind of await sealedKinds(db)) {
    if (await hasOthers(db, kind, vault.sealedPrefixes)) {
      faults.push(`表 ${kind.table} 的 ${kind.column} 中有内容须用此处没有的密钥打开（SECRET_KEY 可以写多个密钥）`);
      continue;
    }
    const sample = await sealedSample(db, kind);
    if (!sample) continue;
    const [one = '', two = '', three = ''] = sample.keys;
    try {
      vault.open(sample.sealed, kind.place([one, two, three]));
    } catch {
      faults.push(`表 ${kind.table} 的 ${kind.column} 中加密的内容无法打开`);
    }
  }
  return faults;
}

async function fileFaults(db: Db, { reader }: CheckDeps): Promise<string[]> {
  const { members, missingFiles, changedFiles, notIncluded } = reader.manifest;
  if (notIncluded.length > 0) return [];
  const hashes = contentHashes(members);
  const known = new Set([...missingFiles, ...changedFiles]);
  return (await usedFiles(db)).flatMap(({ id, bucket, sha256 }) => {
    const name = uploadName(bucket, id);
    const hash = hashes.get(name);
    if (known.has(name)) return [];
    if (hash === undefined) return [`缺少文件 ${name}`];
    return sha256 === null || sha256 === hash ? [] : [`文件 ${name} 的内容与上传时不同`];
  });
}

/** One sealed file is opened: the key is the right one for files as well. */
async function sealedFileFaults({ reader, vault }: CheckDeps): Promise<string[]> {
  const member = reader.manifest.members.find(({ content }) => content !== undefined);
  const id = member && sealedUploadId(member.name);
  if (!member || id === undefined) return [];
  const hash = createHash('sha256');
  try {
    for await (const chunk of openedBytes(reader.read(member.name), vault, id)) hash.update(chunk);
  } catch {
    return [`加密的文件 ${member.name} 无法打开`];
  }
  return hash.digest('hex') === member.content ? [] : [`加密的文件 ${member.name} 的内容与备份时不同`];
}

/**
 * Looks at a database that was made from an archive: is it the one that was backed up, row for row in number, with the same
 * tables, an audit log that holds, a ledger that adds up, values that open and every file that it names?
 * @throws Failure with a line for each fault
 */
export async function checkRestored(db: Db, written: Written, deps: CheckDeps): Promise<void> {
  const { auditEnd, migrations } = deps.reader.manifest.database;
  // The manifest is signed: an archive that says that it is of before there were seals is.
  const vault = migrations.includes(SEALED_LOG_MIGRATION) ? deps.vault : null;
  const log = await verifyWholeLog({ db, vault }, auditEnd ?? undefined);
  const faults = [
    ...(await schemaFaults(written, deps)),
    ...(await countFaults(db, written, deps)),
    ...(log.holds ? [] : [`操作日志不完整：${log.lines.join(' ')}`]),
    ...(await ledgerFaults(db)),
    ...(await sealedFaults(db, deps)),
    ...(await fileFaults(db, deps)),
    ...(await sealedFileFaults(deps)),
  ];
  if (faults.length > 0) throw new Failure('INVALID_BODY', `备份未通过核对：\n${faults.join('\n')}`);
}
