import { sql } from 'kysely';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from './database.ts';
import { KEPT_LISTS } from './migrations/kept-lists.ts';
import { ALERT_MEMBERS } from './migrations/alert-members.ts';
import { ALERT_LISTS } from './migrations/alert-lists.ts';
import { ALERT_CORRECTIONS } from './migrations/alert-corrections.ts';
import { ALERT_MATCHES } from './migrations/alert-matches.ts';
import { ALERT_VISITS } from './migrations/alert-visits.ts';
import { ALERT_VIEWS } from './migrations/alert-views.ts';
import { STARRED_LISTS } from './migrations/starred-lists.ts';
import { LIST_COLUMNS } from './migrations/list-columns.ts';
import { ALERTS } from './migrations/alerts.ts';
import { CHANGE_LOG } from './migrations/change-log.ts';
import { API_KEYS } from './migrations/api-keys.ts';
import { ACCOUNTS } from './migrations/accounts.ts';
import { AUTOMATIONS } from './migrations/automations.ts';
import { BACK_FILLS } from './migrations/back-fills.ts';
import { BACKUPS } from './migrations/backups.ts';
import { BULK_EDITS } from './migrations/bulk-edits.ts';
import { CHAT_SETTINGS } from './migrations/chat-settings.ts';
import { BLOCKED_PEERS, CHAT } from './migrations/chat.ts';
import { COINS } from './migrations/coins.ts';
import { CONTACTS } from './migrations/contacts.ts';
import { CORRECTION_TEXTS, CORRECTIONS } from './migrations/corrections.ts';
import { DERIVED } from './migrations/derived.ts';
import { EXPORTS } from './migrations/exports.ts';
import { DRAFTS_BY_COMPANY } from './migrations/drafts-by-company.ts';
import { FINANCING } from './migrations/financing.ts';
import { FORMULAS } from './migrations/formulas.ts';
import { HOSTED_FILES } from './migrations/hosted-files.ts';
import { GONE_RECORDS } from './migrations/gone-records.ts';
import { HOUSE } from './migrations/house.ts';
import { HOME } from './migrations/home.ts';
import { KNOWN_DEVICES } from './migrations/known-devices.ts';
import { LEGAL } from './migrations/legal.ts';
import { IDENTITY } from './migrations/identity.ts';
import { INSTALLATION } from './migrations/installation.ts';
import { INVESTOR_LINKS } from './migrations/investor-links.ts';
import { INVITED_LATER } from './migrations/invited-later.ts';
import { NOTES } from './migrations/notes.ts';
import { LOG_TIMELINE } from './migrations/log-timeline.ts';
import { MOVED_FILES } from './migrations/moved-files.ts';
import { LIVES } from './migrations/lives.ts';
import { MATCH_FEEDBACK } from './migrations/match-feedback.ts';
import { MATCH_MARKS } from './migrations/match-marks.ts';
import { MATCHING } from './migrations/matching.ts';
import { MERGING } from './migrations/merging.ts';
import { METADATA_AUDIT } from './migrations/metadata-audit.ts';
import { NOTICES } from './migrations/notices.ts';
import { PACKAGES } from './migrations/packages.ts';
import { PARTIES } from './migrations/parties.ts';
import { COMPANY_MEMBERS } from './migrations/company-members.ts';
import { PLAN_ACCESS } from './migrations/plan-access.ts';
import { PLAN_FILES } from './migrations/plan-files.ts';
import { PIPELINE } from './migrations/pipeline.ts';
import { PASSPORT } from './migrations/passport.ts';
import { PROFILE } from './migrations/profile.ts';
import { QR_LOGIN } from './migrations/qr-login.ts';
import { PERSON_PAGES } from './migrations/person-pages.ts';
import { QUALITY } from './migrations/quality.ts';
import { JINGCHAT } from './migrations/jingchat.ts';
import { JINGCHAT_VERDICTS } from './migrations/jingchat-verdicts.ts';
import { RATE_STATE } from './migrations/rate-state.ts';
import { REPORTS } from './migrations/reports.ts';
import { ROW_USE } from './migrations/row-use.ts';
import { VISITOR_ROW_USE } from './migrations/visitor-row-use.ts';
import { SAVED_VIEWS } from './migrations/saved-views.ts';
import { SEARCH } from './migrations/search.ts';
import { SEALED_LOG } from './migrations/sealed-log.ts';
import { SECOND_FACTOR } from './migrations/second-factor.ts';
import { SERVICE_MESSAGES } from './migrations/service-messages.ts';
import { STAFF_DUTIES } from './migrations/staff-duties.ts';
import { STAFF_REQUESTS } from './migrations/staff-requests.ts';
import { STAFF_LISTS } from './migrations/staff-lists.ts';
import { QUALITY_FINDINGS } from './migrations/quality-findings.ts';
import { STATED_DIFFERENCES } from './migrations/stated-differences.ts';
import { STATED_IMPORTS } from './migrations/stated-imports.ts';
import { STATED_VALUES } from './migrations/stated-values.ts';
import { UPLOADS } from './migrations/uploads.ts';
import { VISIT_SOURCE, VISITS, VISITS_BY_VISITOR } from './migrations/visits.ts';
import { WEB_IMPORTS } from './migrations/web-imports.ts';
import { WEBHOOKS } from './migrations/webhooks.ts';
import { anchorLog } from './anchor-log.ts';
import { applyRepeatable, checksumOf, type RepeatableFile, repeatableFiles } from './repeatable.ts';
import { maskPhones, sealPhones } from './seal-phones.ts';
import type { Vault } from './vault.ts';

/** A step of the tables from one release to the next. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  /** What statements alone cannot do, after them. */
  readonly finish?: (trx: Db, vault: Vault) => Promise<void>;
}

/** Since this one the audit log is sealed. */
export const SEALED_LOG_MIGRATION = '0132-sealed-log';

/**
 * Migrations in order; one that has run is never edited, which every start checks. Object tables are the catalog's.
 * Functions and views are no migrations: src/server/db/repeatable has them.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-house', statements: HOUSE },
  {
    name: '0002-import',
    statements: ['create table import_run (id text primary key, row integer not null, state jsonb not null)'],
  },
  { name: '0003-search', statements: SEARCH },
  { name: '0004-saved-views', statements: SAVED_VIEWS },
  { name: '0005-exports', statements: EXPORTS },
  { name: '0006-corrections', statements: CORRECTIONS },
  { name: '0007-web-imports', statements: WEB_IMPORTS },
  { name: '0008-metadata-audit', statements: METADATA_AUDIT },
  { name: '0009-accounts', statements: ACCOUNTS, finish: sealPhones },
  { name: '0010-phones-are-sealed', statements: ['alter table account drop column phone'] },
  { name: '0011-passport', statements: PASSPORT },
  { name: '0012-qr-login', statements: QR_LOGIN },
  { name: '0013-identity', statements: IDENTITY },
  { name: '0014-coins', statements: COINS },
  { name: '0015-contacts', statements: CONTACTS },
  { name: '0016-profile', statements: PROFILE },
  { name: '0017-uploads', statements: UPLOADS },
  { name: '0018-reports', statements: REPORTS },
  { name: '0019-chat', statements: CHAT },
  { name: '0020-notices', statements: NOTICES },
  { name: '0021-chat-settings', statements: CHAT_SETTINGS },
  { name: '0022-lives', statements: LIVES },
  { name: '0023-hosted-files', statements: HOSTED_FILES },
  { name: '0025-rate-state', statements: RATE_STATE },
  { name: '0026-formulas', statements: FORMULAS },
  { name: '0028-installation', statements: INSTALLATION },
  {
    name: '0029-repeatable-files',
    statements: [
      `create table repeatable_file (name text primary key, checksum text not null,
        seen_at timestamptz not null default now(), applied_at timestamptz)`,
    ],
  },
  { name: '0030-parties', statements: PARTIES },
  { name: '0031-correction-texts', statements: CORRECTION_TEXTS },
  {
    name: '0032-masked-phones',
    statements: [
      'alter table account add column phone_masked text',
      'create index identity_case_account_idx on identity_case (account_id)',
    ],
    finish: maskPhones,
  },
  {
    name: '0033-expired-codes',
    statements: ['alter table redemption_batch add column expired boolean not null default false'],
  },
  { name: '0034-staff-lists', statements: STAFF_LISTS },
  { name: '0035-derived', statements: DERIVED },
  { name: '0036-stated-values', statements: STATED_VALUES },
  { name: '0037-change-log', statements: CHANGE_LOG },
  { name: '0038-merging', statements: MERGING },
  { name: '0039-matching', statements: MATCHING },
  { name: '0040-bulk-edits', statements: BULK_EDITS },
  { name: '0041-gone-records', statements: GONE_RECORDS },
  // Edges are found from the record that is named alone.
  { name: '0043-edges-by-parent', statements: ['drop index derived_edge_child'] },
  { name: '0044-quality', statements: QUALITY },
  { name: '0042-stated-imports', statements: STATED_IMPORTS },
  { name: '0045-stated-differences', statements: STATED_DIFFERENCES },
  { name: '0046-quality-findings', statements: QUALITY_FINDINGS },
  { name: '0047-financing', statements: FINANCING },
  { name: '0049-pipeline', statements: PIPELINE },
  { name: '0055-visits', statements: VISITS },
  { name: '0056-company-members', statements: COMPANY_MEMBERS },
  { name: '0052-investor-links', statements: INVESTOR_LINKS },
  { name: '0063-visits-by-visitor', statements: VISITS_BY_VISITOR },
  { name: '0060-plan-access', statements: PLAN_ACCESS },
  { name: '0064-match-feedback', statements: MATCH_FEEDBACK },
  { name: '0065-match-marks', statements: MATCH_MARKS },
  { name: '0066-drafts-by-company', statements: DRAFTS_BY_COMPANY },
  { name: '0067-invited-later', statements: INVITED_LATER },
  { name: '0092-api-keys', statements: API_KEYS },
  { name: '0070-plan-files', statements: PLAN_FILES },
  { name: '0076-visit-source', statements: VISIT_SOURCE },
  { name: '0080-service-messages', statements: SERVICE_MESSAGES },
  { name: '0082-blocked-peers', statements: BLOCKED_PEERS },
  { name: '0083-jingchat', statements: JINGCHAT },
  { name: '0085-jingchat-verdicts', statements: JINGCHAT_VERDICTS },
  { name: '0091-home', statements: HOME },
  { name: '0090-alerts', statements: ALERTS },
  { name: '0107-webhooks', statements: WEBHOOKS },
  { name: '0093-legal', statements: LEGAL },
  { name: '0099-notes', statements: NOTES },
  { name: '0094-kept-lists', statements: KEPT_LISTS },
  { name: '0108-alert-members', statements: ALERT_MEMBERS },
  { name: '0109-alert-lists', statements: ALERT_LISTS },
  { name: '0110-alert-views', statements: ALERT_VIEWS },
  { name: '0111-list-columns', statements: LIST_COLUMNS },
  { name: '0112-starred-lists', statements: STARRED_LISTS },
  { name: '0122-person-pages', statements: PERSON_PAGES },
  { name: '0116-alert-corrections', statements: ALERT_CORRECTIONS },
  { name: '0117-alert-visits', statements: ALERT_VISITS },
  { name: '0118-second-factor', statements: SECOND_FACTOR },
  { name: '0119-alert-matches', statements: ALERT_MATCHES },
  { name: '0130-backups', statements: BACKUPS },
  { name: '0131-row-use', statements: ROW_USE },
  { name: SEALED_LOG_MIGRATION, statements: SEALED_LOG, finish: anchorLog },
  { name: '0133-known-devices', statements: KNOWN_DEVICES },
  { name: '0140-staff-duties', statements: STAFF_DUTIES },
  { name: '0141-visitor-row-use', statements: VISITOR_ROW_USE },
  { name: '0142-staff-requests', statements: STAFF_REQUESTS },
  { name: '0144-log-timeline', statements: LOG_TIMELINE },
  { name: '0145-moved-files', statements: MOVED_FILES },
  { name: '0146-packages', statements: PACKAGES },
  { name: '0147-automations', statements: AUTOMATIONS },
  { name: '0152-back-fills', statements: BACK_FILLS },
];

/** Key of the advisory lock that lets one process migrate at a time. */
const MIGRATION_LOCK = 7_315_201;

/** SHA-256 of a migration's statements; `finish` is code and not part of it. */
export const migrationChecksum = ({ statements }: Migration): string => checksumOf(statements.join(';\n'));

/**
 * Brings the tables of the platform up to date, then its functions and views, all in one transaction; several processes
 * may call it at once. A migration without a checksum ran before there were checksums and is taken as it is now.
 * @throws Error naming a migration whose statements are not those that ran here; Failure where a newer release was here
 */
export async function migrate(
  { db, vault }: Pick<Database, 'db' | 'vault'>,
  files: readonly RepeatableFile[] = repeatableFiles(),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
    await sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`.execute(
      trx,
    );
    await sql`alter table migration add column if not exists checksum text`.execute(trx);
    const { rows } = await sql<{ name: string; checksum: string | null }>`select name, checksum from migration`.execute(
      trx,
    );
    const kept = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    refuseNewer([...kept.keys()]);
    for (const migration of MIGRATIONS) {
      const checksum = migrationChecksum(migration);
      const ran = kept.get(migration.name);
      if (ran === checksum) continue;
      if (typeof ran === 'string') throw changedMigration(migration.name);
      if (ran === undefined) await run(trx, vault, migration);
      await sql`insert into migration (name, checksum) values (${migration.name}, ${checksum})
        on conflict (name) do update set checksum = excluded.checksum`.execute(trx);
    }
    const hasMigrated = MIGRATIONS.some(({ name }) => !kept.has(name));
    await applyRepeatable(trx, files, { isNew: kept.size === 0, hasMigrated });
  });
}

/** A release that does not know a step would write what the newer one does not expect. @throws Failure naming the step */
export function refuseNewer(ran: readonly string[]): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = ran.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Failure(
    'UNAVAILABLE',
    `数据库已由更新的版本升级（此版本没有迁移 ${unknown.join('、')}），请使用当时的版本或更新的版本。`,
  );
}

/** Migrations that ran in a database. */
export async function ranMigrations(db: Db): Promise<string[]> {
  return (await sql<{ name: string }>`select name from migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );
}

/** Migrations that a start of this release would run. @throws Failure where a newer release was here */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ has: boolean }>`select to_regclass('migration') is not null as has`.execute(db);
  const { rows } = found[0]?.has
    ? await sql<{ name: string }>`select name from migration`.execute(db)
    : { rows: [] as { name: string }[] };
  const ran = new Set(rows.map(({ name }) => name));
  refuseNewer([...ran]);
  return MIGRATIONS.filter(({ name }) => !ran.has(name)).map(({ name }) => name);
}

const changedMigration = (name: string): Error =>
  new Error(`数据库迁移 ${name} 的内容与已执行的不同：请恢复其原内容，改动须写成新的迁移。`);

async function run(trx: Db, vault: Vault, { statements, finish }: Migration): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx);
  await finish?.(trx, vault);
}
