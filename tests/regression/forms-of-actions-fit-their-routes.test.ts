import { Value } from 'typebox/value';
import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { ACTION_ROUTES, actionBody } from '#schemas/api/action-routes.ts';
import { actionInput } from '#generators/actions.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { resolveOptions } from '#generators/options.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { shippedOptionSets } from '#tests/support/metadata/shipped-metadata.ts';
import { twoValues } from '#tests/support/metadata/known-values.ts';

const FORMS = shippedObjects().flatMap((object) =>
  (object.actions ?? []).flatMap((action) =>
    // A text may be held to more than its length by the route, which says so then.
    (action.form ?? [])
      .filter((field) => fieldType(field).freeText === undefined)
      .map((field) => [object, action, field] as const),
  ),
);

// The dialog that ends a request for financing sent whole links where its route takes ids: no founder could conclude.
describe('What a field of an action’s form holds is sent as its route takes it', () => {
  test.each(FORMS.map((form) => [`${form[0].apiName} ${form[1].id} ${form[2].apiName}`, form] as const))(
    '%s',
    (_, form) => {
      const [object, action, field] = form;
      const [resolved = field] = resolveOptions({ ...object, fields: [field] }, shippedOptionSets()).fields;
      const { properties = {} } = actionBody(action.route ?? '') ?? {};
      const entry = properties[field.apiName] as TSchema;
      const sent = twoValues(resolved).map((value) => {
        const { body } = actionInput(action, { id: '1', version: 1 }, { [field.apiName]: value });
        return body?.[field.apiName];
      });
      expect(ACTION_ROUTES.has(action.route ?? '')).toBe(true);
      expect(sent.filter((value) => !Value.Check(entry, value))).toEqual([]);
    },
  );
});
