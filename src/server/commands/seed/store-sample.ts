import type { RecordValues } from '#schemas/metadata/value.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import { writeRates } from '#server/core/records/rate-queries.ts';
import type { IncomingRecord, RecordWriter } from '#server/core/records/record-writer.ts';
import { Failure } from '#shared/errors.ts';
import type { DerivedValues } from '#server/core/derived/derived-values.ts';
import type { Database, Db } from '#server/db/database.ts';
import { holdsAnything, installationKind, markInstallation } from '#server/platform/installation/queries.ts';
import { openSampleAccounts } from '#server/platform/installation/sample-accounts.ts';
import { storeCertifications } from './certifications.ts';
import { storeCoinHistory } from './coin-history.ts';
import { storeContacts } from './contacts.ts';
import { storeLivestreams } from './livestreams.ts';
import { storeNotices } from './notices.ts';
import { storeHelp, storeSampleFeedback } from './help.ts';
import { storeHome } from './home.ts';
import { storeRowBudgets } from './row-budgets.ts';
import { storeLegal } from './legal.ts';
import { storeProducts } from './products.ts';
import { agreeForSample, insertAccounts } from './queries.ts';
import { seededRandom } from '#sample/draw/random.ts';
import { SAMPLE_ACCOUNTS } from '#sample/sample-accounts.ts';
import { sampleRates } from '#sample/sample-rates.ts';
import { sampleRecords } from '#sample/sample-records.ts';
import type { SampleRecord, SampleValue } from '#sample/records/sample-record.ts';

/** The password of every sample account; they exist only where the sample data does. */
export const SAMPLE_PASSWORD = 'jingtu-2026';
/** Natural keys of sample records belong to this source. */
const SAMPLE_KEY_SOURCE = 'sample';

const SEED = 20261121;
const SLICE = 400;

function withIds(values: SampleRecord['values'], ids: ReadonlyMap<string, string>): RecordValues {
  const resolve = (value: SampleValue): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value === 'object' && value !== null && 'key' in value) return { id: ids.get(value.key) };
    return value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolve(value)])) as RecordValues;
}

/** Where the sample data is stored. */
interface SampleStore {
  readonly database: Database;
  readonly writer: RecordWriter;
  /** Works out what follows from the records before any user reads them. */
  readonly derived: Pick<DerivedValues, 'drain'>;
}

/**
 * Stores the sample data: rates, records in order of their links, what is counted from them, and the accounts last, so that a start that was cut
 * short is taken up again by the next one. Natural keys make that harmless. `progress` is called with the number of
 * finished records.
 * @throws Failure CONFLICT when the database is a real one.
 */
export async function storeSample(
  { database, writer, derived }: SampleStore,
  now: Date,
  progress: (done: number) => void,
): Promise<void> {
  await claimForSample(database.db, now);
  await writeRates(
    database.db,
    sampleRates().map(({ currency, day, rate }) => ({ currency, day, cny: rate })),
  );
  await storeProducts(database, writer, now);
  await storeSampleFeedback(writer, await storeHelp(database, writer, now), now);
  await storeHome(database, writer, now);
  await storeRowBudgets(database, writer, now);
  const ids = new Map<string, string>();
  const context = { actor: 'system', roles: ['staff'], origin: 'sample', now };
  let object = '';
  let slice: SampleRecord[] = [];
  const flush = async () => {
    const rows = slice.map(({ key, values }): IncomingRecord => ({ key, values: withIds(values, ids) }));
    const outcomes = await writer.writeMany(object, SAMPLE_KEY_SOURCE, rows, context);
    outcomes.forEach((outcome, index) => {
      const { key } = rows[index] ?? { key: '' };
      if (outcome.status === 'rejected') throw new Error(`Sample record ${key}: ${JSON.stringify(outcome.problems)}`);
      ids.set(key, outcome.id);
    });
    slice = [];
    progress(ids.size);
  };
  for (const record of sampleRecords(seededRandom(SEED), shanghaiDay(now))) {
    // A record may link to the one before it, which must have its id by then.
    if (record.object !== object || slice.length === SLICE || linksInto(record, slice)) {
      if (slice.length > 0) await flush();
      object = record.object;
    }
    slice.push(record);
  }
  if (slice.length > 0) await flush();
  await derived.drain();
  const passwordHash = await hashPassword(SAMPLE_PASSWORD);
  await database.db.transaction().execute(async (trx) => {
    await insertAccounts({ db: trx, vault: database.vault }, SAMPLE_ACCOUNTS, passwordHash, now);
    await openSampleAccounts(trx, now);
  });
  await storeLegal(database, now);
  await agreeForSample(database.db, now);
  await storeCoinHistory(database.db, now);
  const [first = '', second = ''] = [...ids].flatMap(([key, id]) => (key.startsWith('company-') ? [id] : []));
  await storeCertifications(database, writer, [first, second], now);
  const idsOf = (kind: string) => [...ids].flatMap(([key, id]) => (key.startsWith(`${kind}-`) ? [id] : []));
  await storeContacts(database, { companies: idsOf('company').slice(2, 7), investor: idsOf('investor')[0] }, now);
  await storeNotices(database, now);
  await storeLivestreams(database, now);
}

/** Marks a new database as a sample for ever. @throws Failure CONFLICT when it is a real one, or holds anything already. */
async function claimForSample(db: Db, now: Date): Promise<void> {
  const known = await installationKind(db);
  const isReal = known === undefined ? await holdsAnything(db) : known === 'real';
  if (isReal || (await markInstallation(db, 'sample', now)) === 'real')
    throw new Failure('CONFLICT', '这是正式数据库（或已有数据），不能写入示例数据。请另用一个新的数据库。');
}

function linksInto(record: SampleRecord, slice: readonly SampleRecord[]): boolean {
  const waiting = new Set(slice.map(({ key }) => key));
  const links = (value: SampleValue): boolean =>
    Array.isArray(value)
      ? value.some(links)
      : typeof value === 'object' && value !== null && 'key' in value && waiting.has(value.key);
  return waiting.size > 0 && Object.values(record.values).some(links);
}
