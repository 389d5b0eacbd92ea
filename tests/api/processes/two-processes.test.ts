import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { openFurther } from '#tests/support/processes/further.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { saveDefinition, savedDefinition, saveField, type SavedDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const NEWS = { title: '一条资讯', publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };
const DATA = '/api/metadata/data';

// The embedded database has one process only, so there is nothing to prove on it.
describe.skipIf(!onPostgres)('two processes on one database', () => {
  let first: TestApp;
  let database: Database;
  let second: Awaited<ReturnType<typeof openFurther>>;
  /** One that no hint reaches: what happens there happens before the hint. */
  let deaf: Awaited<ReturnType<typeof openFurther>>;

  beforeAll(async () => {
    first = await openTestApp();
    database = await openDatabase({ ...first.store.address, connections: 6 });
    second = await openFurther(database);
    deaf = await openFurther({ ...database, listen: async () => undefined });
  });
  afterAll(async () => {
    await second.app.close();
    await deaf.app.close();
    await database.close();
    await first.close();
  });

  it('serve a new field right after the hint', async () => {
    const hints: unknown[] = [];
    const stop = second.services.bus.subscribe((event) => hints.push(event));
    const { data } = await saveField(first, 'InsightNews', {
      apiName: 'fromFirst',
      type: 'text',
      label: '一号',
      config: { searchable: true },
    });
    const hint = { type: 'metadata.changed', objectApiName: 'InsightNews', version: data.definition.version };
    await expect.poll(() => hints).toContainEqual(hint);
    stop();
    expect(
      (await second.post<ListReply>(`${DATA}/getLayoutAndDataList`, { objectApiName: 'InsightNews' })).data.layout
        ?.columns,
    ).toContain('fromFirst');
    const created = await second.post<RecordReply>(`${DATA}/InsightNews`, {
      clientKey: 'from-second',
      values: { ...NEWS, fromFirst: '有' },
    });
    expect(created.data.record['fromFirst']).toBe('有');
    const there = await first.get<RecordReply>('staff', `${DATA}/InsightNews/${created.data.record.id}`);
    expect(there.data.record['fromFirst']).toBe('有');
  });

  it('refuse by a rule that the other saved a moment ago, even before the hint', async () => {
    const definition = savedDefinition(first, 'InsightNews');
    const rule = {
      id: 'no-rumours',
      kind: 'assert' as const,
      target: 'title',
      rule: "!self.title.contains('传闻')",
      message: '不登传闻',
    };
    expect(await saveDefinition(first, { ...definition, rules: [...definition.rules, rule] })).toMatchObject({
      code: 0,
    });
    expect(deaf.services.catalog.object('InsightNews').version).toBe(definition.version - 1);
    const answer = await deaf.post(`${DATA}/InsightNews`, {
      clientKey: 'rumour-record',
      values: { ...NEWS, title: '传闻一则' },
    });
    expect(answer).toMatchObject({ code: 42200, data: { errors: [{ field: 'title', message: '不登传闻' }] } });
  });

  it('never keep a record that began before a rule and would end after it', async () => {
    const definition = savedDefinition(first, 'WorkRecord');
    const saving: string[] = [];
    await database.db.transaction().execute(async (trx) => {
      await holdVersion(trx, { apiName: 'WorkRecord', version: 1, revision: 0 });
      const saved = saveDefinition(first, { ...definition, label: '经历' }).then(() => saving.push('saved'));
      const waits = async () => {
        const { rows } = await database.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows.length > 0 || saving.length > 0;
      };
      await expect.poll(waits, { interval: 5 }).toBe(true);
      expect(saving).toEqual([]);
      void saved;
    });
    await expect.poll(() => saving).toEqual(['saved']);
  });

  it('build on what the other saved, even before the hint: nothing is lost', async () => {
    const { data } = await saveField(first, 'InsightOrg', { apiName: 'keptField', type: 'text', label: '保留' });
    const body = {
      objectApiName: 'InsightOrg',
      baseVersion: data.definition.version,
      field: { apiName: 'nextField', type: 'text', label: '下一个' },
    };
    const saved = await deaf.post<SavedDefinition>('/api/metadata/field/save', body);
    expect(saved.data.definition.layouts.list.columns).toEqual(expect.arrayContaining(['keptField', 'nextField']));
  });

  it('never drop an option that the other just added', async () => {
    const set = (baseVersion: number, labels: string[]) => ({
      baseVersion,
      optionSet: {
        name: 'shared',
        label: '共用',
        kind: 'list',
        options: labels.map((label) => ({ value: label, label })),
      },
    });
    expect(await first.post('staff', '/api/metadata/selectOption/save', set(0, ['a', 'b']))).toMatchObject({ code: 0 });
    expect(await deaf.post('/api/metadata/selectOption/save', set(1, ['a']))).toMatchObject({ code: 42201 });
  });

  it('make one record of a form that is sent to both at once', async () => {
    const body = { clientKey: 'sent-to-both', values: NEWS };
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => second.post<RecordReply>(`${DATA}/InsightNews`, body)),
      ...Array.from({ length: 5 }, () => first.post<RecordReply>('staff', `${DATA}/InsightNews`, body)),
    ]);
    expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(new Set(answers.map((answer) => answer.data.record.id)).size).toBe(1);
  });

  it('build one index together, once', async () => {
    await saveField(first, 'InsightFund', {
      apiName: 'sortedField',
      type: 'integer',
      label: '可排序',
      config: { sortable: true },
    });
    await Promise.all([second.services.metadata.runIndexJobs(), first.services.metadata.runIndexJobs()]);
    const { rows } = await database.pool.query(
      'select problem from index_job where done_at is null or problem is not null',
    );
    expect(rows).toEqual([]);
  });

  it('hear of changes again after their connection to the database was lost', async () => {
    const seen: unknown[] = [];
    const stop = second.services.bus.subscribe((event) => seen.push(event));
    await first.services.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    );
    const { data } = await saveField(first, 'InsightFund', { apiName: 'afterLoss', type: 'text', label: '断线之后' });
    const { version } = data.definition;
    await expect.poll(() => seen).toContainEqual({ type: 'metadata.changed', objectApiName: 'InsightFund', version });
    expect(second.services.catalog.object('InsightFund').version).toBe(version);
    stop();
  });
});
