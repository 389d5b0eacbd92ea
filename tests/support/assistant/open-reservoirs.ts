import { DUTIES } from '#schemas/metadata/duty.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { type GivenObjects, wholeObject, writeGivenRecords } from '#server/commands/ask/given-objects.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { openServices } from '#server/services.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { openShippedDatabase, TEST_NOW } from '#tests/support/databases/kept-databases.ts';
import { RESERVOIRS } from './reservoirs.ts';

export const MEMBER: Actor = { id: '1', name: '', roles: ['START_UP'], vipType: 0 };
export const STAFF: Actor = { id: '1', name: '', roles: ['staff'], duties: DUTIES, vipType: 3 };

/** An assistant that is asked about the reservoirs alone, or about other objects that are given. */
export async function openReservoirs(given: GivenObjects = RESERVOIRS) {
  const store = await openShippedDatabase();
  const objects = given.objects.map(wholeObject);
  const shipped = { objects: [...shippedObjects(), ...objects], optionSets: shippedOptionSets() };
  const services = await openServices(store.database, shipped, () => TEST_NOW);
  await writeGivenRecords(services.writer, objects, given.records ?? {}, TEST_NOW);
  const assistant = new Assistant(
    services,
    () => 0,
    objects.map(({ apiName }) => apiName),
  );
  return { store, services, assistant, definitionOf: (apiName: string) => services.catalog.object(apiName).definition };
}
