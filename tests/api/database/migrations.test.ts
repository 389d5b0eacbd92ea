import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, migrationChecksum, MIGRATIONS, pendingMigrations } from '#server/db/migrations.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';

/** The first digits of each checksum, so that an edited migration is noticed before it meets a database that has run it. */
const AS_RELEASED: Readonly<Record<string, string>> = {
  '0001-house': '1c6db7593d2a',
  '0002-import': 'd1d80a8dcdcc',
  '0003-search': '7faec3d6dda3',
  '0004-saved-views': 'a61a834db4c1',
  '0005-exports': '04848a30ec2c',
  '0006-corrections': '6ee0b7d399de',
  '0007-web-imports': '8bcf30adbc08',
  '0008-metadata-audit': '5039e09b1cbc',
  '0009-accounts': '7a8a64e6eba0',
  '0010-phones-are-sealed': '29e411ae6e15',
  '0011-passport': 'a46d0a34df91',
  '0012-qr-login': '335d44a90c30',
  '0013-identity': '9c84c5e2847a',
  '0014-coins': '314a73bddbe7',
  '0015-contacts': '8dba2c44b5d4',
  '0016-profile': '26839f2b43cb',
  '0017-uploads': '8e000665370a',
  '0018-reports': '2b4c71e3d11d',
  '0019-chat': '9eb33bd7a0e8',
  '0020-notices': 'fcaef8e08013',
  '0021-chat-settings': '00fea6087d97',
  '0022-lives': 'b6fd216132c3',
  '0023-hosted-files': '4fdfc177b2fc',
  '0025-rate-state': '8555a0fb3547',
  '0026-formulas': 'f4d121b88b83',
  '0028-installation': '04eb8fd80714',
  '0029-repeatable-files': '6071011e74ba',
  '0030-parties': '23e6d33f48a9',
  '0031-correction-texts': 'd04cf16ec731',
  '0032-masked-phones': '3b4cc6536631',
  '0033-expired-codes': '26e1fc37b475',
  '0034-staff-lists': '4b97addafb41',
  '0035-derived': '05f6c7ee841a',
  '0036-stated-values': '9ed69686ff03',
  '0037-change-log': '33c3731377dd',
  '0038-merging': '28969ea5097b',
  '0039-matching': '580b77d5e884',
  '0040-bulk-edits': '60e2593da591',
  '0041-gone-records': '390c20a949d2',
  '0043-edges-by-parent': '06a1f52211a5',
  '0044-quality': 'f7b0f4b33602',
  '0042-stated-imports': '6c91a1b61449',
  '0045-stated-differences': 'f74f3527c36e',
  '0046-quality-findings': '1aa085b416da',
  '0047-financing': '90588740a304',
  '0049-pipeline': 'a2e1f13d264d',
  '0055-visits': '4b0a304233ea',
  '0063-visits-by-visitor': '3abe3cb221f0',
  '0056-company-members': '81a527b731eb',
  '0052-investor-links': '168c1051066d',
  '0060-plan-access': '61260116049f',
  '0064-match-feedback': 'fdd4fed322e4',
  '0065-match-marks': 'fa0e2684c5ed',
  '0066-drafts-by-company': '0df92a9a7bff',
  '0067-invited-later': '78d05daed701',
  '0092-api-keys': '28ac199f89b0',
  '0070-plan-files': 'ab485d03bec7',
  '0076-visit-source': '63808d457aac',
  '0080-service-messages': 'c18a4349ce31',
  '0082-blocked-peers': 'eb9c29e23337',
  '0083-jingchat': '328b094f5ce3',
  '0085-jingchat-verdicts': 'f9cf3b29f85d',
  '0091-home': 'b4ac16cc491a',
  '0090-alerts': 'c29df9461270',
  '0107-webhooks': '18b1908770a9',
  '0093-legal': 'dd6a5151385e',
  '0099-notes': 'cf98353f5c8f',
  '0094-kept-lists': 'fd945af4225a',
  '0108-alert-members': 'ee581f587872',
  '0109-alert-lists': 'f5e7738ac074',
  '0110-alert-views': '7057a0db1e73',
  '0112-starred-lists': 'b2ed6f823796',
  '0122-person-pages': '9bbf9a2c8b7b',
  '0111-list-columns': '4cfa1f3dc35e',
  '0116-alert-corrections': '28b274cfa9b1',
  '0117-alert-visits': '72e7f0523331',
  '0118-second-factor': '4f479d9e1a9e',
  '0119-alert-matches': 'a4eba8dca362',
  '0130-backups': '8c0776529dc4',
  '0131-row-use': '22d9740b1d7b',
  '0132-sealed-log': '25733547ac0e',
  '0133-known-devices': 'd3681fcbebf2',
  '0140-staff-duties': '7341cb6226ec',
  '0141-visitor-row-use': 'f2e4dbc90633',
  '0144-log-timeline': '9383c138da6f',
  '0145-moved-files': '710d57b597bd',
  '0146-packages': 'e4eccfd47220',
  '0147-automations': '4e13a23edb05',
  '0152-back-fills': '741d6f25d5d1',
  '0142-staff-requests': 'd5aa14d564d7',
};

let store: TestDatabase;
beforeEach(async () => {
  store = await openTestDatabase();
});
afterEach(() => store.drop());

const checksums = async () =>
  (
    await sql<{ name: string; checksum: string }>`select name, checksum from migration order by name`.execute(
      store.database.db,
    )
  ).rows;

describe('a migration', () => {
  it('is named by the changelog: the newest one by the entry of this release', () => {
    const [, newest] = /^Database: up to migration `([\w-]+)`\.$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
    expect(newest).toBe(
      MIGRATIONS.map(({ name }) => name)
        .toSorted()
        .at(-1),
    );
  });

  it('has the statements that it was released with', () => {
    const now = MIGRATIONS.map((migration) => [migration.name, migrationChecksum(migration).slice(0, 12)]);
    expect(Object.fromEntries(now)).toEqual(AS_RELEASED);
  });

  it('whose statements are not those that ran is refused by the start, which names it', async () => {
    await migrate(store.database);
    await sql`update migration set checksum = 'another' where name = '0019-chat'`.execute(store.database.db);
    await expect(migrate(store.database)).rejects.toThrow(
      '数据库迁移 0019-chat 的内容与已执行的不同：请恢复其原内容，改动须写成新的迁移。',
    );
  });

  it('that ran before there were checksums gets the one that it has now', async () => {
    await migrate(store.database);
    const before = await checksums();
    await sql`alter table migration drop column checksum`.execute(store.database.db);
    await migrate(store.database);
    expect(await checksums()).toEqual(before);
  });

  it('of a newer release keeps this one from starting, by name, and from planning anything', async () => {
    await migrate(store.database);
    await sql`insert into migration (name, checksum) values ('9999-later', 'unknown')`.execute(store.database.db);
    const words = '数据库已由更新的版本升级（此版本没有迁移 9999-later），请使用当时的版本或更新的版本。';
    await expect(migrate(store.database)).rejects.toThrow(words);
    await expect(pendingMigrations(store.database.db)).rejects.toThrow(words);
  });

  it('is planned before it runs, on an empty database and on one that is behind', async () => {
    expect(await pendingMigrations(store.database.db)).toEqual(MIGRATIONS.map(({ name }) => name));
    await migrate(store.database);
    await sql`delete from migration where name = '0019-chat'`.execute(store.database.db);
    expect(await pendingMigrations(store.database.db)).toEqual(['0019-chat']);
  });
});
