// `npm run equivalents`: works out the CNY equivalents of all stored amounts by the exchange rates as they are, fills in
// what is missing and puts right what older rates had made. Ends with 130 when it was stopped; it goes on there.
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { openOwnDatabase, readArguments, runCommand } from './command-line.ts';
import { followRates } from './follow-rates.ts';

await runCommand(async () => {
  readArguments('用法：npm run equivalents', {});
  const database = await openOwnDatabase();
  try {
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const services = await openServices(database, shipped, () => new Date());
    const code = await followRates(services, true);
    await services.hints.stop();
    return code;
  } finally {
    await database.close();
  }
});
