import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { openWebImports, type WebImports } from '#tests/support/imports/web-imports.ts';

let web: WebImports;
beforeAll(async () => {
  web = await openWebImports();
});
afterAll(() => web.close());

const FIRST = [
  '编号,企业简称,成立时间,注册资本（万元）,产品标签',
  'S-1,鲸图一号,2016-03-01,3500,AI、机器人',
  'S-2,鲸图二号,2017,120.5,芯片',
  'S-2,鲸图二号,2017,120.5,芯片',
  'S-3,,2018,1,无名',
  'S-4,鲸图四号,不是日期,1,',
  ',,,,',
].join('\n');
const SECOND = [
  '编号,企业简称,成立时间,注册资本（万元）,产品标签',
  'S-1,鲸图一号改,2016-03-01,3500,AI、机器人',
  'S-2,鲸图二号,2017,120.5,芯片',
  'S-9,=鲸图九号,2019,9,',
].join('\n');

const companies = () => web.rows<{ name: string }>('select * from "InsightCompany" order by id');

async function bring(name: string, content: string, change: (mapping: ImportMapping) => ImportMapping) {
  const { data: job } = await web.upload(name, content, 'InsightCompany');
  const { data: preview } = await web.preview(job.id);
  const mapped = await web.map(job.id, change(preview.mapping as ImportMapping));
  expect(mapped).toMatchObject({ code: 0 });
  return job.id;
}

test('a file is suggested a mapping, tried, brought in, brought in again, and taken back', async () => {
  const { data: job, ...answer } = await web.upload('供应商.csv', FIRST, 'InsightCompany');
  expect(answer).toMatchObject({ status: 200, code: 0 });
  expect(job).toMatchObject({ fileName: '供应商.csv', format: 'csv', state: 'draft', objectApiName: 'InsightCompany' });
  const { data: preview } = await web.preview(job.id);
  expect(preview.reading).toMatchObject({ encoding: 'utf-8', delimiter: ',', header: 1 });
  expect(preview.rows[1]).toEqual({ row: 2, cells: ['S-1', '鲸图一号', '2016-03-01', '3500', 'AI、机器人'] });
  expect(preview.mapping).toMatchObject({
    object: 'InsightCompany',
    key: ['编号'],
    fields: expect.arrayContaining([
      { field: 'name', column: '企业简称' },
      { field: 'foundedOn', column: '成立时间' },
      { field: 'registeredCapital', column: '注册资本（万元）', amount: { times: '10000' } },
      { field: 'keywords', column: '产品标签' },
    ]) as unknown,
  });
  const mapping = { ...(preview.mapping as ImportMapping), source: 'suppliers' };
  expect(await web.map(job.id, mapping)).toMatchObject({ code: 0 });

  const checked = await web.run(job.id, 'check');
  expect(checked.job).toMatchObject({ state: 'finished', task: 'check', problem: '' });
  const counts = { lines: 6, blank: 1, rows: 5, created: 3, duplicate: 1, rejected: 1, rejectedValues: 1, updated: 0 };
  expect(checked.check?.counts).toMatchObject(counts);
  expect(checked.check?.problems).toEqual([
    expect.objectContaining({ field: 'name', rows: 1, values: 0, ranges: [[5, 5]] }),
    expect.objectContaining({ field: 'foundedOn', rows: 0, values: 1, ranges: [[6, 6]], example: '不是日期' }),
  ]);
  expect(await companies()).toEqual([]);
  expect(await web.rows('select * from record_history')).toEqual([]);

  const done = await web.run(job.id, 'run');
  expect(done.job).toMatchObject({ state: 'finished', task: 'run' });
  expect(done.result?.counts).toEqual(checked.check?.counts);
  expect(await companies()).toHaveLength(3);
  const origins = await web.rows('select distinct origin from record_history');
  expect(origins).toEqual([{ origin: `import:供应商.csv#${job.id}` }]);
  const file = await web.test.app.inject({ method: 'GET', url: `/api/imports/${job.id}/rejected` });
  expect(file.statusCode).toBe(401);

  const before = await companies();
  const second = await bring('供应商 2.csv', SECOND, (suggested) => ({ ...suggested, source: 'suppliers' }));
  const tried = await web.run(second, 'check');
  expect(tried.check?.counts).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
  expect(tried.check?.samples).toEqual([
    { id: expect.any(String) as unknown, changes: { name: { before: '鲸图一号', after: '鲸图一号改' } } },
  ]);
  expect(await companies()).toEqual(before);
  await web.run(second, 'run');
  expect(await companies()).toHaveLength(4);

  const undone = await web.run(second, 'undo');
  expect(undone.job).toMatchObject({ state: 'finished', task: 'undo', undone: { removed: 1, restored: 1, kept: 0 } });
  const plain = (rows: object[]) => rows.map((row) => ({ ...row, version: 0, updatedAt: 0 }));
  expect(plain(await companies())).toEqual(plain(before));
  const again = await web.test.post('staff', `/api/imports/${second}/start`, { task: 'undo' });
  expect(again).toMatchObject({ status: 409, msg: '这次导入已经撤销' });
});

test('an undo keeps what a user changed since, and what others link to, and says so', async () => {
  const events = ['事件,融资方,轮次', '甲公司完成A轮,甲公司,A轮', '乙公司完成B轮,乙公司,B轮'].join('\n');
  const { data: job } = await web.upload('events.csv', events, 'InsightTransaction');
  await web.map(job.id, {
    object: 'InsightTransaction',
    source: 'undo-test',
    key: ['事件'],
    fields: [
      { field: 'title', column: '事件' },
      { field: 'company', column: '融资方', reference: { by: 'name', create: {} } },
      { field: 'round', column: '轮次' },
    ],
  });
  const done = await web.run(job.id, 'run');
  expect(done.result?.counts).toMatchObject({ created: 2, linkedCreated: { InsightCompany: 2 } });
  const [first, second] = await web.rows<{ id: string }>('select id from "InsightTransaction" order by id');
  const path = `/api/metadata/data/InsightTransaction/${first?.id}`;
  expect(await web.test.post('staff', path, { version: 1, values: { description: '有人补充' } })).toMatchObject({
    code: 0,
  });
  const undone = await web.run(job.id, 'undo');
  // The changed round stays, and with it the company it links to.
  expect(undone.job.undone).toEqual({ removed: 2, restored: 0, kept: 2, gone: 0 });
  expect(undone.kept.map(({ objectApiName, name, reason }) => ({ objectApiName, name, reason }))).toEqual([
    { objectApiName: 'InsightCompany', name: '甲公司', reason: 'linked' },
    { objectApiName: 'InsightTransaction', name: '甲公司完成A轮', reason: 'changed' },
  ]);
  const left = await web.rows<{ id: string }>('select id from "InsightTransaction"');
  expect(left).toEqual([first]);
  const keys = await web.rows(
    `select 1 from record_key where record_id = ${second?.id} and object_api_name = 'InsightTransaction'`,
  );
  expect(keys).toEqual([]);
});

test('only new rows, or only known ones, are written where staff want it so', async () => {
  const one = ['id,企业简称', 'W-1,只增一', 'W-2,只增二'].join('\n');
  const two = ['id,企业简称', 'W-1,只增一改', 'W-3,只增三'].join('\n');
  const write = (mode: 'both' | 'create' | 'update') => (mapping: ImportMapping) => ({
    ...mapping,
    source: 'write-test',
    write: mode,
  });
  await web.run(await bring('one.csv', one, write('both')), 'run');
  const created = await web.run(await bring('two.csv', two, write('create')), 'run');
  expect(created.result?.counts).toMatchObject({ created: 1, updated: 0, skipped: 1 });
  const updated = await web.run(await bring('two.csv', two.replace('W-3', 'W-4'), write('update')), 'run');
  expect(updated.result?.counts).toMatchObject({ created: 0, updated: 1, skipped: 1 });
});

test('what is imported is news to subscribers only where staff want them notified', async () => {
  const notes = (id: string) =>
    web.rows<{ kind: string; quiet: boolean }>(`
      select l.kind, l.quiet from change_log l join record_history h
        on h.record_id = l.record_id and h.object_api_name = l.object_api_name
      where l.cause = 'import' and h.origin like '%#${id}' and l.kind = case h.version when 1 then 'created' else 'updated' end
      order by l.kind`);
  const file = ['id,企业简称', 'N-1,通知一'].join('\n');
  const silent = await bring('n.csv', file, (mapping) => ({ ...mapping, source: 'notify-test' }));
  await web.run(silent, 'run');
  expect(await notes(silent)).toEqual([{ kind: 'created', quiet: true }]);
  const more = ['id,企业简称', 'N-1,通知一改', 'N-2,通知二'].join('\n');
  const loud = await bring('n.csv', more, (mapping) => ({ ...mapping, source: 'notify-test' }));
  expect((await web.run(loud, 'check')).check?.counts).toMatchObject({ created: 1, updated: 1 });
  const { mapping } = await web.read(loud);
  await web.map(loud, { ...(mapping as ImportMapping), notify: true });
  const kept = await web.read(loud);
  expect([kept.check?.counts.created, kept.mapping]).toEqual([1, expect.objectContaining({ notify: true })]);
  await web.run(loud, 'run');
  expect(await notes(loud)).toEqual([
    { kind: 'created', quiet: false },
    { kind: 'updated', quiet: false },
  ]);
  await web.run(loud, 'undo');
  const undone = await web.rows("select distinct quiet from change_log where cause = 'undo'");
  expect(undone).toEqual([{ quiet: true }]);
});

test('the list names file, person and counts; a draft can be forgotten, an import that wrote cannot', async () => {
  interface Listed {
    readonly id: string;
    readonly fileName: string;
    readonly author: string;
    readonly counts: unknown;
  }
  const list = async () => (await web.test.get<{ list: Listed[] }>('staff', '/api/imports')).data.list;
  const forget = (id: string | undefined) =>
    web.test.post('staff', `/api/imports/${id}`, undefined, { method: 'DELETE' });
  const written = (await list()).find(({ fileName }) => fileName === '供应商.csv');
  expect(written).toMatchObject({ author: expect.stringMatching(/./) as unknown, counts: { created: 3 } });
  expect(await forget(written?.id)).toMatchObject({ status: 409 });
  const { data: draft } = await web.upload('草稿.csv', FIRST, 'InsightCompany');
  expect(await forget(draft.id)).toMatchObject({ code: 0 });
  expect((await list()).map(({ id }) => id)).not.toContain(draft.id);
  expect(await forget(draft.id)).toMatchObject({ status: 404, msg: '没有这次导入，可能已被删除' });
});
