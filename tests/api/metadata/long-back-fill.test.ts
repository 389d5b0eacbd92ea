import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ListReply } from '#schemas/api/records.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { made, newObject, savedDefinition, saveDefinition, saveField } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

/** More than a save fills itself. */
const RECORDS = 10_500;
const FULL = 7;
const NEEDED: FieldDefinition = {
  apiName: 'level',
  type: 'text',
  label: '等级',
  required: true,
  config: { default: '普通等级', searchable: true },
};
const DOUBLED: FieldDefinition = {
  apiName: 'shown',
  type: 'formula',
  label: '显示',
  config: { expression: 'self.level + "!"', resultType: 'text' },
};

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** An object with many records, of which one has a level of its own. */
async function manyRecords(apiName: string): Promise<void> {
  const { required: _required, config: _config, ...open } = NEEDED;
  const object = newObject(apiName, [{ apiName: 'name', type: 'text', label: '名称' }, open, DOUBLED]);
  const list = { columns: ['name', 'level'], filters: [], sort: [] };
  made(await saveDefinition(test, { ...object, layouts: { ...object.layouts, list } }));
  await sql`insert into ${sql.table(apiName)} (name, level)
    select '记录 ' || i, case when i = ${FULL} then '特级' end from generate_series(1, ${RECORDS}::integer) i`.execute(
    test.services.database.db,
  );
}

interface Tally {
  readonly level: string | null;
  readonly records: number;
  readonly versions: number;
}

async function levels(apiName: string): Promise<readonly Tally[]> {
  const { rows } = await sql<Tally>`select level, count(*)::int as records, max(version)::int as versions
    from ${sql.table(apiName)} group by level order by records desc, level`.execute(test.services.database.db);
  return rows;
}

const FILLED = [
  { level: '普通等级', records: RECORDS - 1, versions: 1 },
  { level: '特级', records: 1, versions: 1 },
];

/** A writer of another process, which ends where `between` throws. */
const writerOf = (between: (step: string) => void) =>
  new MetadataWriter({
    database: test.services.database,
    catalog: test.services.catalog,
    now: () => TEST_NOW,
    wait: async () => undefined,
    announce: async () => undefined,
    between,
  });

const needLevel = (apiName: string) => {
  const saved = savedDefinition(test, apiName);
  const fields = saved.fields.map((field) => (field.apiName === 'level' ? NEEDED : field));
  return { ...saved, fields };
};

describe('a default that many kept records need', () => {
  it('is filled in after the save, as the plan says, and keeps what was there', async () => {
    await manyRecords('LongFill');
    const { steps } = made(await saveField(test, 'LongFill', NEEDED));
    expect(steps.map(({ kind, target, deferred }) => ({ kind, target, deferred }))).toContainEqual({
      kind: 'fillColumn',
      target: 'level',
      deferred: true,
    });
    const progress = async () => made(await test.get('staff', '/api/metadata/object/LongFill/back-fills'));
    expect(await progress()).toEqual([{ label: '等级', left: RECORDS - 1 }]);
    await test.services.metadata.runIndexJobs();
    expect(await progress()).toEqual([]);
    expect(await levels('LongFill')).toEqual(FILLED);
  });

  it('is found by keyword and read by formulas once all records have it', async () => {
    await test.services.search.jobs.fill();
    await test.services.formulas.jobs.fill();
    const query = { objectApiName: 'LongFill', keyword: '普通等级', pageSize: 1, fields: ['shown'] };
    const { list } = made(await test.post<ListReply>('staff', '/api/metadata/data/getLayoutAndDataList', query));
    expect(list).toMatchObject([{ shown: '普通等级!' }]);
  });

  it('is filled in by the next process where one ends between any two slices', async () => {
    await manyRecords('LongStops');
    const saving = writerOf(() => undefined);
    await saving.save(needLevel('LongStops'), savedDefinition(test, 'LongStops').version, 'test');
    const filled: number[] = [];
    for (let place = 1; place <= 5; place += 1) {
      let steps = 0;
      const dying = writerOf(() => {
        steps += 1;
        if (steps === place) throw new Error('The process ends here.');
      });
      await dying.runIndexJobs();
      filled.push((await levels('LongStops')).find(({ level }) => level === '普通等级')?.records ?? 0);
    }
    // The process ends within a slice, which is not kept, or behind one; the next one begins where that one was.
    expect(filled).toEqual([0, 500, 1000, 2000, 3000]);
    await test.services.metadata.runIndexJobs();
    expect(await levels('LongStops')).toEqual(FILLED);
  });

  it('is no longer filled in once the saved definition does not ask for it', async () => {
    await manyRecords('LongEnds');
    let slices = 0;
    const failing = writerOf((step) => {
      slices += Number(step === 'filling level');
      if (slices === 3) throw new Error('The process ends here.');
    });
    await failing.save(needLevel('LongEnds'), savedDefinition(test, 'LongEnds').version, 'test');
    await failing.runIndexJobs();
    const { required: _required, ...optional } = NEEDED;
    made(await saveField(test, 'LongEnds', optional));
    await test.services.metadata.runIndexJobs();
    expect(await levels('LongEnds')).toEqual([
      { level: null, records: RECORDS - 1 - 1000, versions: 1 },
      { level: '普通等级', records: 1000, versions: 1 },
      { level: '特级', records: 1, versions: 1 },
    ]);
  });

  it('leaves records alone that got a value meanwhile', async () => {
    await manyRecords('LongMeets');
    const writer = writerOf(() => undefined);
    await writer.save(needLevel('LongMeets'), savedDefinition(test, 'LongMeets').version, 'test');
    await sql`update "LongMeets" set level = '自填' where id = 5000`.execute(test.services.database.db);
    await writer.runIndexJobs();
    expect(await levels('LongMeets')).toEqual([
      { level: '普通等级', records: RECORDS - 2, versions: 1 },
      { level: '特级', records: 1, versions: 1 },
      { level: '自填', records: 1, versions: 1 },
    ]);
  });
});
