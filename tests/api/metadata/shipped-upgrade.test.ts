import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import type { Shipped } from '#server/core/catalog/install.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { mergedObject, upgradeShipped } from '#server/core/catalog/upgrade-shipped.ts';
import { readVersions } from '#server/core/catalog/versions/queries.ts';
import { openServices, type Services } from '#server/services.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

const name: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const city: FieldDefinition = { apiName: 'city', type: 'text', label: '城市', config: { sortable: true } };
const raised: FieldDefinition = { apiName: 'raised', type: 'currency', label: '融资额' };

function object(apiName: string, fields: readonly FieldDefinition[], more: Partial<ObjectDefinition> = {}) {
  const names = fields.map((field) => field.apiName);
  const plain = sampleObject(fields);
  return {
    ...plain,
    apiName,
    layouts: {
      ...plain.layouts,
      list: { columns: names, filters: [], sort: [] },
      form: { sections: [{ label: '全部', fields: names }] },
    },
    ...more,
  };
}
const set = (...values: string[]): OptionSet => ({
  name: 'mood',
  label: '心情',
  kind: 'list',
  options: values.map((value) => ({ value, label: value })),
});

const OLD: Shipped = { objects: [object('Alpha', [name]), object('Beta', [name])], optionSets: [set('glad', 'sad')] };
const NEW: Shipped = {
  objects: [
    object('Alpha', [name, city, raised], { label: '甲' }),
    object('Beta', [name, { apiName: 'mood', type: 'select', label: '心情', config: { optionSet: 'mood' } }]),
  ],
  optionSets: [set('sad', 'calm')],
};

let store: TestDatabase;
beforeEach(async () => {
  store = await openMigratedDatabase();
});
afterEach(() => store.drop());

const start = (shipped: Shipped): Promise<Services> => openServices(store.database, shipped, () => TEST_NOW);

describe('a newer release that starts', () => {
  it('brings its objects and options to what ships, with their storage, and says so in the audit', async () => {
    await start(OLD);
    const { catalog } = await start(NEW);
    const alpha = catalog.object('Alpha').saved;
    expect(alpha).toEqual({ ...NEW.objects[0], version: 2 });
    expect(
      catalog
        .object('Beta')
        .field('mood')
        ?.selectOptions?.map(({ value }) => value),
    ).toEqual(['sad', 'calm', 'glad']);
    expect(catalog.optionSet('mood').options).toContainEqual({ value: 'glad', label: 'glad', retired: true });
    expect(await storageDrift(store.database.db)).toEqual([]);
    const [entry] = await readVersions(store.database.db, { kind: 'object', name: 'Alpha' }, 1);
    expect(entry).toMatchObject({ version: 2, author: 'system' });
    expect(entry?.steps.filter((step) => step.kind === 'addColumn').length).toBe(5);
  });

  it('does nothing more when it starts again', async () => {
    await start(OLD);
    await start(NEW);
    const { catalog } = await start(NEW);
    expect(catalog.objects.map(({ version }) => version)).toEqual([2, 2]);
    expect(catalog.optionSet('mood').version).toBe(2);
  });

  it('hides a field that no longer ships and keeps its data', async () => {
    await start(NEW);
    const { catalog } = await start({
      ...NEW,
      objects: [object('Alpha', [name, raised]), ...NEW.objects.slice(1)],
    });
    expect(catalog.object('Alpha').field('city')).toBeUndefined();
    expect(catalog.object('Alpha').saved.fields).toContainEqual({ ...city, removed: true });
    expect(await storageDrift(store.database.db)).toEqual([]);
  });

  it('leaves what staff edited alone, and offers what they lack', async () => {
    const services = await start(OLD);
    const alpha = { ...services.catalog.object('Alpha').saved, label: '我们的' };
    await services.metadata.save(alpha, 1, '7');
    const { catalog } = await start(NEW);
    expect(catalog.object('Alpha').saved).toEqual({ ...alpha, version: 2 });
    expect(catalog.object('Beta').version).toBe(2);
    const merged = mergedObject(catalog.object('Alpha').saved, NEW.objects[0] as ObjectDefinition);
    expect(merged.label).toBe('我们的');
    expect(merged.fields.map(({ apiName }) => apiName)).toEqual(['name', 'city', 'raised']);
    expect(merged.layouts.list.columns).toEqual(['name', 'city', 'raised']);
    expect(merged.layouts.form.sections).toEqual([{ label: '全部', fields: ['name', 'city', 'raised'] }]);
    expect(mergedObject(merged, NEW.objects[0] as ObjectDefinition)).toBe(merged);
  });

  it('is not taken back by an older one that starts after it', async () => {
    await start(OLD);
    await start(NEW);
    const { catalog } = await start(OLD);
    expect(catalog.object('Alpha').saved).toEqual({ ...NEW.objects[0], version: 2 });
    expect(catalog.optionSet('mood').version).toBe(2);
  });

  it('starts all the same when a change cannot be made without losing values', async () => {
    await start(OLD);
    const odd = object('Alpha', [name, { ...city, apiName: 'city' }]);
    await start({ ...OLD, objects: [odd, ...OLD.objects.slice(1)] });
    await sql`insert into "Alpha" (name, city) values ('one', '厦门')`.execute(store.database.db);
    const changed = object('Alpha', [name, { ...city, type: 'integer' }]);
    const { catalog } = await start({ ...OLD, objects: [changed, ...OLD.objects.slice(1)] });
    expect(catalog.object('Alpha').saved).toEqual({ ...odd, version: 2 });
  });

  it('brings another type of a field that never held anything', async () => {
    await start(NEW);
    const changed = object('Alpha', [name, { ...city, type: 'integer' }, raised], { label: '甲' });
    const { catalog } = await start({ ...NEW, objects: [changed, ...NEW.objects.slice(1)] });
    expect(catalog.object('Alpha').saved).toEqual({ ...changed, version: 2 });
    expect(await storageDrift(store.database.db)).toEqual([]);
  });

  it('lets objects build on one another’s new fields', async () => {
    await start(OLD);
    const back: FieldDefinition = { apiName: 'alpha', type: 'reference', label: '甲', targetApiName: 'Alpha' };
    const alpha = object('Alpha', [name, city]);
    const related = [{ label: '乙', objectApiName: 'Beta', fields: ['alpha'], columns: ['name'] }];
    const detail = { ...alpha.layouts.detail, related };
    const { catalog } = await start({
      ...OLD,
      objects: [{ ...alpha, layouts: { ...alpha.layouts, detail } }, object('Beta', [name, back])],
    });
    expect(catalog.objects.map(({ version }) => version)).toEqual([2, 2]);
  });
});

describe('several processes', () => {
  it('upgrade at once: each object once', async () => {
    await start(OLD);
    const others = onPostgres ? 4 : 1;
    await Promise.all(Array.from({ length: others }, () => start(NEW)));
    const versions = await readVersions(store.database.db, { kind: 'object' }, 100);
    expect(versions.map(({ name: of, version }) => `${of}@${version}`).toSorted()).toEqual(
      ['Alpha@1', 'Alpha@2', 'Beta@1', 'Beta@2'].toSorted(),
    );
    expect(await storageDrift(store.database.db)).toEqual([]);
  });

  it('that die between any two steps leave the rest to the next start', async () => {
    await start(OLD);
    let at = 0;
    for (let finished = false; !finished; at += 1) {
      const catalog = new Catalog(store.database.db);
      await catalog.load();
      let steps = 0;
      const writer = new MetadataWriter({
        database: store.database,
        catalog,
        now: () => TEST_NOW,
        wait: async () => undefined,
        announce: async () => undefined,
        between: () => {
          steps += 1;
          if (steps > at) throw new Error('died');
        },
      });
      finished = await upgradeShipped({ database: store.database, catalog, writer, shipped: NEW }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('died');
          return false;
        },
      );
      expect(await storageDrift(store.database.db)).toEqual([]);
    }
    expect(at).toBeGreaterThan(3);
    const { catalog } = await start(NEW);
    expect(catalog.object('Alpha').saved).toEqual({ ...NEW.objects[0], version: 2 });
    expect(catalog.object('Beta').version).toBe(2);
  });
});
