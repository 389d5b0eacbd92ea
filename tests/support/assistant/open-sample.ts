import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { openServices } from '#server/services.ts';
import { openSampleDatabase, TEST_NOW } from '#tests/support/databases/kept-databases.ts';

/** An assistant that is asked about the sample data. */
export async function openSampleAssistant() {
  const store = await openSampleDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(store.database, shipped, () => TEST_NOW);
  return { store, services, assistant: new Assistant(services, () => 0) };
}
