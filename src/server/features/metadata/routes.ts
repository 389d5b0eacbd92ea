import type { FastifyInstance } from 'fastify';
import {
  findByLabel, findChildOptions, listDepartments, listObjectNames, listObjects, listStages, planObject, readObject, readOptionSet,
  readSavedObject, removeField, saveField, saveObject, saveOptionSet,
} from '#schemas/api/metadata.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { Failure } from '#shared/errors.ts';
import { mount } from '#server/http/mount.ts';
import type { Catalog } from '#server/lib/catalog/catalog.ts';
import { withField, withoutField } from '#server/lib/catalog/field-placement.ts';
import type { MetadataWriter } from '#server/lib/catalog/metadata-writer.ts';
import { objectView, readableFields } from '#server/lib/catalog/object-view.ts';
import { childOptions, viewableObjects } from './service.ts';

/** Option sets that the two lists of the older calls come from. */
const DEPARTMENT_SET = 'industry';
const STAGE_SET = 'round';

export interface MetadataParts {
  readonly catalog: Catalog;
  readonly writer: MetadataWriter;
}

/** Reading and saving metadata. */
export function metadataRoutes(app: FastifyInstance, { catalog, writer }: MetadataParts): void {
  mount(app, readObject, async ({ params, actor }) => {
    const object = catalog.object(params.objectApiName);
    const readable = new Set(readableFields(object, actor).map((field) => field.apiName));
    const view = objectView(object);
    return { ...view, fields: view.fields.map((field) => (readable.has(field.apiName) || field.removed ? field : { ...field, selectOptions: [] })) };
  });
  mount(app, listObjectNames, async () =>
    catalog.objects.map(({ definition: { apiName, label, version } }) => ({ apiName, label, version })),
  );
  mount(app, listObjects, async ({ actor }) => viewableObjects(catalog, actor));
  mount(app, findChildOptions, async ({ query }) => childOptions(catalog.optionSet(query.optionSet).options, query.parent));
  mount(app, readOptionSet, async ({ params }) => catalog.optionSet(params.name));
  mount(app, findByLabel, async ({ query, actor }) => {
    const wanted = query.label.toLowerCase();
    const fields = readableFields(catalog.object(query.objectApiName), actor);
    return fields.filter((field) => field.label.toLowerCase().includes(wanted)).map(({ selectOptions: _, ...field }) => field);
  });
  mount(app, listDepartments, async () => [...catalog.optionSet(DEPARTMENT_SET).options]);
  mount(app, listStages, async () => [...catalog.optionSet(STAGE_SET).options]);

  mount(app, readSavedObject, async ({ params }) => catalog.object(params.objectApiName).saved);
  mount(app, planObject, async ({ body }) => ({ steps: [...writer.plan(body.definition, body.baseVersion).steps] }));
  mount(app, saveObject, async ({ body, actor }) => saved(await writer.save(body.definition, body.baseVersion, actor.id ?? '')));
  mount(app, saveField, async ({ body, actor }) => {
    const field = body.field as FieldDefinition | null;
    if (typeof field !== 'object' || field === null || typeof field.apiName !== 'string') {
      throw new Failure('INVALID_METADATA', '字段定义缺少字段标识', [{ field: 'field.apiName', message: '必填' }]);
    }
    const next = withField(catalog.object(body.objectApiName).saved, field, body.show);
    return saved(await writer.save(next, body.baseVersion, actor.id ?? ''));
  });
  mount(app, removeField, async ({ body, actor }) => {
    const next = withoutField(catalog.object(body.objectApiName).saved, body.apiName);
    return saved(await writer.save(next, body.baseVersion, actor.id ?? ''));
  });
  mount(app, saveOptionSet, async ({ body }) => writer.saveOptionSet(body.optionSet));
}

function saved({ definition, steps }: Awaited<ReturnType<MetadataWriter['save']>>) {
  return { definition, steps: [...steps] };
}
