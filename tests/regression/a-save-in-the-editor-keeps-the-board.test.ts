import { expect, it } from 'vitest';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { sendable } from '#client/features/metadata/draft/definition-edits.ts';

it.each(shippedObjects().map((object) => [object.apiName, object] as const))(
  'sends every layout of %s',
  (_name, object) => {
    expect(Object.keys(sendable(object).layouts).toSorted()).toEqual(Object.keys(object.layouts).toSorted());
  },
);
