import { liveFields } from '#generators/object.ts';
import { broughtField } from '#generators/field-types/results.ts';
import { resolveOptions } from '#generators/options.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import type { TargetObject } from '#server/features/imports/transform/row-plan.ts';

const optionSets = new Map(shippedOptionSets().map((set) => [set.name, set]));
const objects = new Map(
  shippedObjects().map((saved): [string, TargetObject] => {
    const fields = new Map(
      liveFields(resolveOptions(saved, optionSets)).map((field) => [field.apiName, broughtField(field)]),
    );
    const { apiName, label, nameField } = saved;
    return [apiName, { apiName, label, nameField, field: (name) => fields.get(name) }];
  }),
);

/** A shipped object as the import knows it. */
export function shippedMetadata(apiName: string): TargetObject {
  const object = objects.get(apiName);
  if (!object) throw new Error(`No shipped object ${apiName}`);
  return object;
}
