import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import type { Shipped } from '#server/core/catalog/install.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { mergedObject, shipsSealed, upgradeShipped } from '#server/core/catalog/upgrade-shipped.ts';
import { openServices, type Services } from '#server/services.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { SEALABLE, SECRETS, sealedName, sealedObject, sealedValues } from '#tests/support/records/sealed-world.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

const searchable = sealedObject(false);
const OLD: Shipped = {
  objects: [
    {
      ...searchable,
      fields: searchable.fields.map((field) =>
        field.apiName === 'phoneSealed' ? { ...field, config: { searchable: true } } : field,
      ),
    },
  ],
  optionSets: [],
};
const NEW: Shipped = { objects: [sealedObject()], optionSets: [] };
/** More than one slice. */
const RECORDS = 600;
const context = { actor: '7', roles: [], origin: 'import:people.csv', now: TEST_NOW };

let store: TestDatabase;
let old: Services;
beforeEach(async () => {
  store = await openMigratedDatabase();
  old = await openServices(store.database, OLD, () => TEST_NOW);
  const rows = Array.from({ length: RECORDS }, (_, index) => ({
    key: String(index),
    values: { title: `第 ${index} 条`, ...sealedValues(SECRETS), textSealed: `weixin-${index}` },
  }));
  await old.writer.writeMany('Secretive', 'people', rows, context);
  await old.writer.writeMany('Secretive', 'people', [{ key: '0', values: { phoneSealed: '+8619900000001' } }], context);
});
afterEach(async () => {
  await old.search.jobs.stop();
  await store.drop();
});

const kept = async (): Promise<Record<string, string>[]> =>
  (await sql<Record<string, string>>`select * from "Secretive" order by id`.execute(store.database.db)).rows;
const isClear = (rows: Record<string, string>[]) =>
  rows.filter((row) => SEALABLE.some((type) => !row[sealedName(type)]?.startsWith('v2.'))).length;

describe('a release in which open fields are sealed', () => {
  it('seals what is there when it starts, and forgets what was written down of it', async () => {
    await openServices(store.database, NEW, () => TEST_NOW);
    expect(isClear(await kept())).toBe(0);
    expect(await storageDrift(store.database.db)).toEqual([]);
    const { db } = store.database;
    const notes = await sql`select changes::text as text from record_history
      union all select more from record_search union all select names from record_search`.execute(db);
    for (const secret of [...Object.values(SECRETS), '19900000001'])
      expect(JSON.stringify(notes.rows)).not.toContain(secret);
  });

  it('opens every value as it was', async () => {
    const services = await openServices(store.database, NEW, () => TEST_NOW);
    const object = services.catalog.object('Secretive');
    const [first, last] = [(await kept())[0]?.['id'], (await kept()).at(-1)?.['id']];
    const scope = { readable: () => true, rowsOf: () => undefined, opens: () => true, today: '2026-11-21' };
    const read = async (id: unknown) => (await services.reader.read(object, String(id), scope))?.record;
    expect(await read(first)).toMatchObject({ textSealed: 'weixin-0', phoneSealed: '+8619900000001' });
    expect(await read(last)).toMatchObject({ ...sealedValues(SECRETS), textSealed: `weixin-${RECORDS - 1}` });
  });

  it('that dies between any two steps has sealed nothing, and the next start seals all once', async () => {
    const steps: string[] = [];
    for (let dieAt = 1; ; dieAt += 1) {
      let step = 0;
      const catalog = new Catalog(store.database.db);
      await catalog.load();
      const writer = new MetadataWriter({
        database: store.database,
        catalog,
        now: () => TEST_NOW,
        wait: async () => undefined,
        announce: async () => undefined,
        between: (name) => {
          step += 1;
          if (step < dieAt) return;
          steps.push(name);
          throw new Error('the process died');
        },
      });
      const upgraded = await upgradeShipped({ database: store.database, catalog, writer, shipped: NEW }).then(
        () => true,
        () => false,
      );
      if (upgraded) break;
      expect(isClear(await kept())).toBe(RECORDS);
    }
    expect(steps.filter((name) => name === 'sealing phoneSealed')).toHaveLength(2);
    expect(isClear(await kept())).toBe(0);
    const before = await kept();
    await openServices(store.database, NEW, () => TEST_NOW);
    expect(await kept()).toEqual(before);
  });

  it('leaves what staff edited alone, and seals it when they take over what ships', async () => {
    const edited = { ...old.catalog.object('Secretive').saved, label: '我们的' };
    await old.metadata.save(edited, 1, '7');
    const { catalog, metadata } = await openServices(store.database, NEW, () => TEST_NOW);
    expect(isClear(await kept())).toBe(RECORDS);
    const merged = mergedObject(catalog.object('Secretive').saved, NEW.objects[0] ?? edited);
    await expect(metadata.save(merged, 2, '7')).rejects.toThrow('已有数据，不能改为加密保存');
    await metadata.save(merged, 2, '7', { seals: shipsSealed(NEW, 'Secretive') });
    expect(isClear(await kept())).toBe(0);
    expect(catalog.object('Secretive').saved.label).toBe('我们的');
  });
});
