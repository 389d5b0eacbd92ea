// `npm run seed`: stores the sample data in a database that was started with --empty. Harmless when it is there already.
import { shippedObjects, shippedOptionSets } from '#server/lib/shipped.ts';
import { openServices } from '#server/services.ts';
import { openOwnDatabase, readArguments, runCommand } from './command-line.ts';
import { storeSample } from './sample/store-sample.ts';

await runCommand(async () => {
  readArguments('用法：npm run seed', {});
  const database = await openOwnDatabase();
  try {
    const services = await openServices(
      database,
      { objects: shippedObjects(), optionSets: shippedOptionSets() },
      () => new Date(),
    );
    await storeSample(database, services.writer, services.now(), (done) => console.log(`已写入 ${done} 条`));
    await services.metadata.runIndexJobs();
  } finally {
    await database.close();
  }
});
