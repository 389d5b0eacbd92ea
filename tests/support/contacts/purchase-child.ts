// A process that buys one contact and kills itself at one of the statements of that purchase: before it is sent, or while
// the database works on it. Prints how many statements there were when it lives through all of them.
import { flushCompileCache } from 'node:module';
import { ContactCards } from '#server/platform/contact-cards/contact-cards.ts';
import { ContactFinder } from '#server/features/contacts/contact-finder.ts';
import { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { Contacts } from '#server/features/contacts/service.ts';
import { openDatabase } from '#server/db/database.ts';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';

// A killed process keeps nothing: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const { url, dataDir, buyer, target, killAt, sent } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  buyer: string;
  target: string;
  killAt: number;
  sent: boolean;
};
const now = () => new Date('2026-11-21T04:00:00Z');
const database = await openDatabase({ url, dataDir, connections: 2 });
const catalog = new Catalog(database.db);
const cards = new ContactCards(database.vault);
const records = new RecordValuesReader({ catalog, reader: new RecordReader(database, catalog), now });
const contacts = new Contacts({ db: database.db, cards, finder: new ContactFinder(records, cards), now });
// The connection is there already: only statements of the purchase are counted.
await database.pool.query('select 1');

const statements = killAtStatement({ killAt, sent });

await contacts.buy(target, 60, { id: buyer, name: '示例买家', roles: ['ORG_INVESTOR'], vipType: 0 });
process.stdout.write(String(statements()));
await database.close();
