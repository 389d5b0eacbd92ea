import { sql } from 'kysely';
import type { Database, Db } from './database.ts';
import { ACCOUNTS } from './migrations/accounts.ts';
import { CHAT_SETTINGS } from './migrations/chat-settings.ts';
import { CHAT } from './migrations/chat.ts';
import { COINS } from './migrations/coins.ts';
import { CONTACTS } from './migrations/contacts.ts';
import { CORRECTIONS } from './migrations/corrections.ts';
import { EXPORTS } from './migrations/exports.ts';
import { FORMULAS } from './migrations/formulas.ts';
import { HOSTED_FILES } from './migrations/hosted-files.ts';
import { HOUSE } from './migrations/house.ts';
import { IDENTITY } from './migrations/identity.ts';
import { INSTALLATION } from './migrations/installation.ts';
import { LIVES } from './migrations/lives.ts';
import { METADATA_AUDIT } from './migrations/metadata-audit.ts';
import { NOTICES } from './migrations/notices.ts';
import { PASSPORT } from './migrations/passport.ts';
import { PROFILE } from './migrations/profile.ts';
import { QR_LOGIN } from './migrations/qr-login.ts';
import { RATE_STATE } from './migrations/rate-state.ts';
import { REPORTS } from './migrations/reports.ts';
import { SAVED_VIEWS } from './migrations/saved-views.ts';
import { SEARCH } from './migrations/search.ts';
import { UPLOADS } from './migrations/uploads.ts';
import { WEB_IMPORTS } from './migrations/web-imports.ts';
import { sealPhones } from './seal-phones.ts';
import type { Vault } from './vault.ts';

interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  /** What statements alone cannot do, after them. */
  readonly finish?: (trx: Db, vault: Vault) => Promise<void>;
}

/** Migrations in order; a migration that has run is never edited. Object tables are the catalog's, not ours. */
const MIGRATIONS: readonly Migration[] = [
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
];

/** Any number will do, as long as it is ours. */
const MIGRATION_LOCK = 7_315_201;

/** Brings the house's own tables up to date, each migration in one transaction; several processes may call it at once. */
export async function migrate({ db, vault }: Pick<Database, 'db' | 'vault'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
    await sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`.execute(
      trx,
    );
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(trx);
    const done = new Set(rows.map((row) => row.name));
    for (const migration of MIGRATIONS.filter((candidate) => !done.has(candidate.name))) {
      for (const statement of migration.statements) await sql.raw(statement).execute(trx);
      await migration.finish?.(trx, vault);
      await sql`insert into migration (name) values (${migration.name})`.execute(trx);
    }
  });
}
