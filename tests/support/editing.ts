import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { withoutField } from '#shared/metadata/field-placement.ts';
import type { Answer, TestApp } from '#tests/support/app/test-app.ts';

/** What a save of metadata answers. */
export interface SavedDefinition {
  readonly definition: ObjectDefinition;
  readonly steps: readonly StorageStep[];
}

/** What a test needs made before it begins. */
export function made<T>(answer: Answer<T>): T {
  if (answer.code !== 0) throw new Error(`Not made: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** A definition as staff saved it last. */
export function savedDefinition(app: TestApp, objectApiName: string): ObjectDefinition {
  return structuredClone(app.services.catalog.object(objectApiName).saved);
}

/** Staff save one field on top of what is current, unless `more` says another version. */
export function saveField(
  app: TestApp,
  objectApiName: string,
  field: unknown,
  more: object = {},
): Promise<Answer<SavedDefinition>> {
  const baseVersion = app.services.catalog.object(objectApiName).version;
  return app.post('staff', '/api/metadata/field/save', { objectApiName, baseVersion, field, ...more });
}

/** Staff save a changed definition on top of what is current. */
export function saveDefinition(app: TestApp, definition: ObjectDefinition): Promise<Answer<SavedDefinition>> {
  const baseVersion = app.services.catalog.find(definition.apiName)?.version ?? 0;
  return app.post('staff', '/api/metadata/object/save', { baseVersion, definition });
}

/** A new object of these fields; the first names its records. Every user may do everything that `access` does not close. */
export function newObject(
  apiName: string,
  fields: readonly FieldDefinition[],
  more: Partial<ObjectDefinition> = {},
): ObjectDefinition {
  const names = fields.map((field) => field.apiName);
  return {
    apiName,
    label: apiName,
    version: 1,
    nameField: names[0] ?? '',
    fields: [...fields],
    rules: [],
    layouts: {
      list: { columns: names.slice(0, 100), filters: [], sort: [] },
      detail: { sections: [], related: [] },
      form: { sections: [{ label: '全部', fields: names.slice(0, 300) }] },
    },
    access: { list: 'member', detail: 'member', create: 'member', edit: 'member' },
    ...more,
  };
}

/** An upgrade of what ships hides a field, whatever builds on it. */
export async function hideByUpgrade(app: TestApp, objectApiName: string, apiName: string): Promise<void> {
  const saved = savedDefinition(app, objectApiName);
  await app.services.metadata.save(withoutField(saved, apiName), saved.version, 'system', { coming: new Map() });
}
