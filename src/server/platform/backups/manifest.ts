import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Failure } from '#shared/errors.ts';
import type { Vault } from '#server/db/vault.ts';

export const MANIFEST = 'manifest.json';
export const SCHEMA_FILE = 'database/schema.json';
export const KEY_FILE = 'key.json';
export const rowsFile = (table: string): string => `database/rows/${table}.copy`;
/** What the archive is called by, should it ever be laid out in another way. */
const FORMAT = 1;

const Whole = Type.Integer({ minimum: 0 });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

const MemberSchema = Type.Object({
  name: Type.String(),
  bytes: Whole,
  sha256: Hash,
  /** Of what a sealed file holds, where that is sealed. */
  content: Type.Optional(Hash),
});
/** A file of the archive. */
export type Member = Static<typeof MemberSchema>;

/** What the database knows of files by: the hash of what they hold, sealed or not. */
export const contentHashes = (members: readonly Member[]): ReadonlyMap<string, string> =>
  new Map(members.map(({ name, sha256, content }) => [name, content ?? sha256]));

const ManifestSchema = Type.Object({
  format: Type.Literal(FORMAT),
  release: Type.String(),
  madeAt: Type.String(),
  database: Type.Object({
    kind: Type.Enum(['embedded', 'postgres']),
    version: Type.String(),
    bytes: Whole,
    migrations: Type.Array(Type.String()),
    /** Rows by table. */
    rows: Type.Record(Type.String(), Whole),
    sequences: Type.Array(Type.Object({ name: Type.String(), last: Type.Union([Type.String(), Type.Null()]) })),
    /** Number and hash of the last entry of the audit log, for `verify-log --expect`. */
    auditEnd: Type.Union([Type.String(), Type.Null()]),
  }),
  /** Says which key opens what is sealed, and nothing of the key. */
  keyFingerprint: Type.String(),
  hasKey: Type.Boolean(),
  /** What belongs to the installation and is not in here. */
  notIncluded: Type.Array(Type.String()),
  /** Files that records refer to and that were not in the upload folder. */
  missingFiles: Type.Array(Type.String()),
  /** Files whose bytes were not those that were uploaded any more. They are in here as they were found. */
  changedFiles: Type.Array(Type.String()),
  members: Type.Array(MemberSchema),
});
export type ManifestContent = Static<typeof ManifestSchema>;

const SignedSchema = Type.Intersect([ManifestSchema, Type.Object({ signature: Type.String() })]);
/** What an archive says of itself, signed with a key that follows from the key of the installation. */
export type Manifest = Static<typeof SignedSchema>;

const SIGNING = 'backup manifest';

const FINGERPRINT = ['jingtu', 'backup key'] as const;
export const keyFingerprint = (vault: Vault): string => vault.index(...FINGERPRINT);
/** Is one of the keys that are here the one that sealed when the archive was written? */
export const isFingerprint = (vault: Vault, { keyFingerprint: written }: Pick<Manifest, 'keyFingerprint'>): boolean =>
  vault.isIndex(written, ...FINGERPRINT);

export const formatOfManifest = FORMAT;

/** The text of a manifest, with its signature. */
export function signManifest(vault: Vault, content: ManifestContent): string {
  const signature = vault.index(JSON.stringify(content), SIGNING);
  return `${JSON.stringify({ ...content, signature }, null, 1)}\n`;
}

/** @throws Failure where the text is not a manifest that this release can read */
export function readManifest(text: string): Manifest {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Failure('INVALID_BODY', `备份文件已损坏：${MANIFEST} 无法读取。`);
  }
  if (typeof read === 'object' && read !== null && 'format' in read && read.format !== FORMAT)
    throw new Failure('UNAVAILABLE', '备份文件由更新的版本写成，请使用写成它的版本或更新的版本。');
  if (!Value.Check(SignedSchema, read)) throw new Failure('INVALID_BODY', `备份文件已损坏：${MANIFEST} 的内容不完整。`);
  return read;
}

/** @throws Failure where what the manifest says was not written with this key: it holds statements that are carried out */
export function refuseForged(vault: Vault, manifest: Manifest): void {
  const { signature, ...content } = manifest;
  if (!vault.isIndex(signature, JSON.stringify(content), SIGNING))
    throw new Failure('INVALID_BODY', `备份文件已被改动：${MANIFEST} 的签名不符。`);
}
