// `npm run seed`: stores the sample data in a new database and marks it as a sample for ever; a real one is refused. Harmless
// when it is there already, and opens sample accounts again that were frozen because others could reach the server.
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import { openServices } from '#server/services.ts';
import { openOwnDatabase, ownConfiguration, readArguments, runCommand } from './command-line.ts';
import { storeAlbums } from './seed/albums.ts';
import { storeSample } from './seed/store-sample.ts';

/** Records between two lines of progress. */
const STEP = 1000;

await runCommand(async () => {
  readArguments('用法：npm run seed', {});
  const places = ownConfiguration();
  const database = await openOwnDatabase();
  try {
    const services = await openServices(
      database,
      { objects: shippedObjects(), optionSets: shippedOptionSets() },
      () => new Date(),
    );
    let shown = 0;
    try {
      await storeSample(services, services.now(), (done) => {
        if (done - shown < STEP) return;
        shown = done;
        console.log(`  已写入 ${done} 条`);
      });
      await storeAlbums({ ...services, uploads: new FileStore(places, services.database.vault) }, services.now());
      await services.metadata.runIndexJobs();
    } finally {
      await services.hints.stop();
      await services.search.jobs.stop();
    }
  } finally {
    await database.close();
  }
});
