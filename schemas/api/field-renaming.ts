import { Type } from 'typebox';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { route, Version } from './route.ts';
import { StorageStep } from './storage-step.ts';

/** A saved field gets another identifier; what used the former one goes on. */

const RenamingBody = Type.Object(
  { objectApiName: ObjectApiName, baseVersion: Version, from: FieldApiName, to: FieldApiName },
  { additionalProperties: false },
);

export const planRenaming = route({
  method: 'POST',
  path: '/api/metadata/field/rename/plan',
  summary: 'What follows where a field gets another identifier',
  action: 'metadata.edit',
  body: RenamingBody,
  reply: Type.Object({
    /** Places that are changed with it, in Chinese, e.g. 对象“投资机构”的关联列表“投资案例”. */
    changed: Type.Array(Type.String()),
    /** Places that keep the former identifier, and are understood by it. */
    kept: Type.Array(Type.String()),
    steps: Type.Array(StorageStep),
  }),
});

export const renameField = route({
  method: 'POST',
  path: '/api/metadata/field/rename',
  summary: 'Give a saved field another identifier; the former one is still understood',
  action: 'metadata.edit',
  body: RenamingBody,
  reply: Type.Object({ definition: ObjectDefinition, steps: Type.Array(StorageStep) }),
});
