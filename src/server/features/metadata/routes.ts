import type { FastifyInstance } from 'fastify';
import {
  findByLabel,
  findChildOptions,
  findOptions,
  listDepartments,
  listObjectNames,
  listObjects,
  listStages,
  planObject,
  readObject,
  readOptionSet,
  readSavedObject,
  removeField,
  saveField,
  saveObject,
  searchOptions,
} from '#schemas/api/metadata.ts';
import { readDictionary, readTags } from '#schemas/api/dictionary.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSameFragment } from '#generators/language/definition-changes.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decideAudience, decideDefinition } from '#shared/policy/decide.ts';
import type { Database } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { readField } from '#server/core/catalog/definition-check.ts';
import { withField, withoutField } from '#shared/metadata/field-placement.ts';
import type { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { isClosedOptionSet, readableFields, refuseClosedObject } from '#server/core/catalog/object-view.ts';
import type { Shipped } from '#server/core/catalog/install.ts';
import { shipsSealed } from '#server/core/catalog/upgrade-shipped.ts';
import { estimatedRows } from '#server/core/catalog/versions/queries.ts';
import { tightened } from '#server/core/impact/impact.ts';
import { recastWords } from '#server/core/impact/losses.ts';
import { fieldUses } from '#server/core/impact/where-used.ts';
import { rowsOf } from './editing-service.ts';
import { openView, topLevel, viewableObjects } from './service.ts';
import { childOptions, optionsFound, optionsNamed } from './tree-options.ts';

/** Has the object a list of records that its users keep? */
const isListed = ({ isSystem, definition }: CatalogObject): boolean => !isSystem && definition.route !== undefined;

/** Option sets that the lists of the older calls come from. */
const DEPARTMENT_SET = 'department';
const TAG_SET = 'companyTag';
const STAGE_SET = 'round';

export interface MetadataDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: MetadataWriter;
  readonly shipped: Shipped;
}

/**
 * Who may not see the records of an object does not say who may. @throws Failure FORBIDDEN
 */
function refuseOpening({ access }: ObjectDefinition, next: unknown, actor: Actor): void {
  const isSame = isSameFragment(access, (next as { access?: unknown }).access);
  if (!isSame && decideAudience(actor, access, 'staff') !== null)
    throw new Failure('FORBIDDEN', '只有负责这个对象的产品人员可以修改其权限');
}

/** Reading and saving metadata. */
export function metadataRoutes(app: FastifyInstance, { database, catalog, writer, shipped }: MetadataDeps): void {
  /** @throws Failure UNKNOWN_OBJECT, and where the object is closed to this person. */
  const openObject = (apiName: string, actor: Actor) => {
    const object = catalog.object(apiName);
    refuseClosedObject(object, actor);
    return object;
  };
  /** @throws Failure UNKNOWN_OBJECT also where the set belongs to what is closed to this person. */
  const openSet = (name: string, actor: Actor) => {
    const set = catalog.optionSet(name);
    if (isClosedOptionSet(catalog, name, actor)) throw new Failure('UNKNOWN_OBJECT', `选项集“${name}”不存在`);
    return set;
  };
  mount(app, readObject, async ({ params, actor }) =>
    openView(catalog, openObject(params.objectApiName, actor), actor),
  );
  mount(app, listObjectNames, async ({ actor }) =>
    catalog.objects
      .filter(({ definition }) => decideDefinition(actor, definition) === null)
      // Where one is chosen by its label, what has a list comes before what features keep under the same name.
      .toSorted((one, other) => Number(isListed(other)) - Number(isListed(one)))
      .map(({ definition: { apiName, label, version } }) => ({ apiName, label, version })),
  );
  mount(app, listObjects, async ({ actor }) => viewableObjects(catalog, actor));
  mount(app, findChildOptions, async ({ query, actor }) =>
    childOptions(openSet(query.optionSet, actor).options, query.parent),
  );
  mount(app, findOptions, async ({ body, actor }) => optionsNamed(openSet(body.optionSet, actor).options, body.values));
  mount(app, searchOptions, async ({ query, actor }) =>
    optionsFound(openSet(query.optionSet, actor).options, query.text),
  );
  mount(app, readOptionSet, async ({ params, actor }) => openSet(params.name, actor));
  mount(app, findByLabel, async ({ query, actor }) => {
    const wanted = query.label.toLowerCase();
    const fields = readableFields(openObject(query.objectApiName, actor), actor);
    return fields
      .filter((field) => field.label.toLowerCase().includes(wanted))
      .map(({ selectOptions: _options, ...field }) => field);
  });
  mount(app, listDepartments, async () => [...catalog.optionSet(DEPARTMENT_SET).options]);
  mount(app, listStages, async () => [...catalog.optionSet(STAGE_SET).options]);
  mount(app, readTags, async ({ actor }) => ({
    list: openSet(TAG_SET, actor).options.filter((option) => !option.retired),
  }));
  mount(app, readDictionary, async ({ query, actor }) => {
    const sets =
      query.name === undefined
        ? [...catalog.optionSets.values()].filter((set) => !isClosedOptionSet(catalog, set.name, actor)).map(topLevel)
        : [openSet(query.name, actor)];
    return { list: sets.map(({ name, label, kind, options }) => ({ name, label, kind, options: [...options] })) };
  });

  /** Another process may have saved a moment ago: what staff edit is read again. */
  const current = async (apiName: string) => {
    await catalog.refresh(apiName);
    return catalog.object(apiName).saved;
  };
  mount(app, readSavedObject, async ({ params }) => current(params.objectApiName));
  mount(app, planObject, async ({ body }) => {
    const apiName = (body.definition as { apiName?: unknown } | null)?.apiName;
    if (typeof apiName === 'string' && catalog.find(apiName)) await catalog.refresh(apiName);
    const { definition, steps, changes } = await writer.plan(body.definition, body.baseVersion, {
      seals: shipsSealed(shipped, String(apiName)),
    });
    const words = tightened(catalog, definition).map((one) => one.words);
    const table = catalog.find(definition.apiName)?.table;
    const records = table === undefined ? 0 : await rowsOf(database.db, table, await estimatedRows(database.db));
    const uses = await fieldUses(database.db, catalog, definition);
    const recasts = recastWords(catalog, definition);
    return { steps: [...steps], changes: [...changes], tightened: words, uses, recasts, records };
  });
  mount(app, saveObject, async ({ body, actor }) => {
    const apiName = (body.definition as { apiName?: unknown } | null)?.apiName;
    const seals = shipsSealed(shipped, String(apiName));
    if (typeof apiName === 'string' && catalog.find(apiName))
      refuseOpening(await current(apiName), body.definition, actor);
    return saved(await writer.save(body.definition, body.baseVersion, actor.id, { seals, agreed: body.losses ?? [] }));
  });
  mount(app, saveField, async ({ body, actor }) => {
    const field = readField(body.field);
    const next = withField(await current(body.objectApiName), field, body.show);
    return saved(await writer.save(next, body.baseVersion, actor.id));
  });
  mount(app, removeField, async ({ body, actor }) => {
    const next = withoutField(await current(body.objectApiName), body.apiName);
    return saved(await writer.save(next, body.baseVersion, actor.id));
  });

  /** Indexes are built after the reply, which need not wait for them. */
  function saved({ definition, steps }: Awaited<ReturnType<MetadataWriter['save']>>) {
    if (steps.some((step) => step.deferred)) {
      writer.runIndexJobs().catch((error: unknown) => app.log.error({ err: error }, 'indexes were not built'));
    }
    return { definition, steps: [...steps] };
  }
  app.addHook('onClose', () => writer.stopIndexJobs());
}
