import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { isLive } from '#server/core/formulas/live-formulas.ts';
import { askedBy } from '#server/core/lists/list-access.ts';
import type { Asker } from './trial.ts';
import { triedFields } from './watched.ts';

/** What a user may ask at this moment. */
export const askerOf = (actor: Member, catalog: Catalog): Asker => ({
  actor,
  fields: (object) => listableFields(object, actor),
  others: askedBy(actor, catalog),
});

/** Everything that can be asked, of no user in particular: rights are judged where something is sent. */
export const anyone = (catalog: Catalog): Asker => ({
  fields: triedFields,
  others: (apiName) => {
    const object = catalog.find(apiName);
    if (!object || object.isSystem) return undefined;
    const fields = object.fields.filter((field) => !isLive(object, field));
    return { apiName, label: object.definition.label, fields };
  },
});
