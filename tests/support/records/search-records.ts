import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

/** A small object whose list is open to members, with a name and the fields given. */
export const searchedObject = (
  apiName: string,
  fields: readonly FieldDefinition[],
  more: Partial<ObjectDefinition> = {},
): ObjectDefinition => ({
  apiName,
  label: `对象${apiName}`,
  version: 1,
  route: `/data/${apiName}`,
  nameField: 'name',
  fields: [{ apiName: 'name', type: 'text', label: '名称', maxLength: 300 }, ...fields],
  layouts: {
    list: { columns: ['name'], filters: [], sort: [] },
    detail: { sections: [], related: [] },
    form: { sections: [] },
  },
  rules: [],
  access: { list: 'member', detail: 'member', create: 'member', edit: 'member' },
  ...more,
});

export const textField = (apiName: string, config: FieldDefinition['config'] = {}): FieldDefinition => ({
  apiName,
  type: 'text',
  label: apiName,
  maxLength: 300,
  config,
});

/** Saves the next version of an object and waits until its records are in the search index. */
export async function saveSearched(test: TestApp, definition: ObjectDefinition): Promise<void> {
  const baseVersion = test.services.catalog.find(definition.apiName)?.version ?? 0;
  const { code, msg } = await test.post('staff', '/api/metadata/object/save', { baseVersion, definition });
  if (code !== 0) throw new Error(msg);
  await test.services.catalog.refresh(definition.apiName);
  await test.services.search.jobs.fill();
}

/** Stores records of one object, in order, and gives their ids. */
export async function storeRecords(
  { services }: TestApp,
  apiName: string,
  records: readonly RecordValues[],
): Promise<string[]> {
  const context = { actor: 'test', roles: ['staff'], origin: 'api', now: TEST_NOW };
  const rows = records.map((values, index) => ({ key: `${apiName}-${index}`, values }));
  const outcomes = await services.writer.writeMany(apiName, 'test', rows, context);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw new Error(JSON.stringify(outcome.problems));
    return outcome.id;
  });
}
