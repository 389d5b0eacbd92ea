// `npm run seed`: stores the sample data in a database that was started with --empty. Harmless when it is there already.
import path from 'node:path';
import { openDatabase } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/lib/shipped.ts';
import { openServices } from '#server/services.ts';
import { storeSample } from './sample/store-sample.ts';

const dataDir = process.env['JINGTU_DATA'] ?? path.resolve(import.meta.dirname, '../../../data');
const database = await openDatabase({ url: process.env['DATABASE_URL'], dataDir });
const services = await openServices(
  database,
  { objects: shippedObjects(), optionSets: shippedOptionSets() },
  () => new Date(),
);
await storeSample(database, services.writer, services.now(), (done) => console.log(`已写入 ${done} 条`));
await services.metadata.runIndexJobs();
await database.close();
