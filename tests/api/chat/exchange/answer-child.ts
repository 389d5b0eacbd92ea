// A process that agrees to one exchange and kills itself at one of the statements of that answer: before it is sent, or
// while the database works on it. Prints how many statements there were when it lives through all of them.
import { openDatabase } from '#server/db/database.ts';
import { ExchangeAnswers } from '#server/features/chat/exchange/answers.ts';
import { Grants } from '#server/features/chat/exchange/grants.ts';
import { PlanCompanies } from '#server/features/chat/exchange/plan-companies.ts';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';

const { url, dataDir, responder, exchangeId, killAt, sent } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  responder: string;
  exchangeId: string;
  killAt: number;
  sent: boolean;
};
const now = () => new Date('2026-11-21T05:00:00Z');
const database = await openDatabase({ url, dataDir, connections: 2 });
const catalog = new Catalog(database.db);
const records = new RecordValuesReader({ catalog, reader: new RecordReader(database, catalog), now });
const answers = new ExchangeAnswers({
  db: database.db,
  grants: new Grants(database.vault),
  companies: new PlanCompanies({ db: database.db, records }),
  hints: { tell: () => undefined },
  now,
});
// The connection is there already: only statements of the answer are counted.
await database.pool.query('select 1');

const statements = killAtStatement({ killAt, sent });

const actor = { id: responder, name: '示例用户', roles: ['START_UP'], vipType: 0 };
await answers.answer({ id: exchangeId, action: 1 }, actor);
process.stdout.write(String(statements()));
await database.close();
