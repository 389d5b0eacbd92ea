// `npm run seed`: stores the sample data in a new database and marks it as a sample for ever; a real one is refused. Harmless
// when it is there already, and opens sample accounts again that were frozen because others could reach the server.
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { openOwnDatabase, readArguments, runCommand } from './command-line.ts';
import { storeSample } from '#server/commands/seed/store-sample.ts';

await runCommand(async () => {
  readArguments('用法：npm run seed', {});
  const database = await openOwnDatabase();
  try {
    const services = await openServices(
      database,
      { objects: shippedObjects(), optionSets: shippedOptionSets() },
      () => new Date(),
    );
    try {
      await storeSample(services, services.now(), (done) => console.log(`已写入 ${done} 条`));
      await services.metadata.runIndexJobs();
    } finally {
      await services.hints.stop();
      await services.search.jobs.stop();
    }
  } finally {
    await database.close();
  }
});
