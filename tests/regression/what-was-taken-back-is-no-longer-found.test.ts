import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { everything } from '#tests/support/records/readable-sample.ts';
import { openWebImports, type WebImports } from '#tests/support/imports/web-imports.ts';

const FILE = ['编号,企业简称', 'S-1,鲸图一号', 'S-2,鲸图二号'].join('\n');

let web: WebImports;
beforeAll(async () => {
  web = await openWebImports();
});
afterAll(() => web.close());

async function counted(keyword: string): Promise<number> {
  const { reader, catalog } = web.test.services;
  return (await reader.count(catalog.object('InsightCompany'), { keyword }, everything, true)).total;
}

// A count by keyword asks the search index alone: what is left there of a record that is gone would be counted.
test('a record that an undo removes leaves the search index with it', async () => {
  await web.test.services.search.jobs.fill();
  const { data: job } = await web.upload('供应商.csv', FILE, 'InsightCompany');
  const { data: preview } = await web.preview(job.id);
  const mapping = { ...(preview.mapping as ImportMapping), source: 'suppliers' };
  expect(await web.map(job.id, mapping)).toMatchObject({ code: 0 });
  await web.run(job.id, 'run');
  expect([await counted('鲸图'), await counted('jingtu')]).toEqual([2, 2]);

  await web.run(job.id, 'undo');
  expect([await counted('鲸图'), await counted('jingtu')]).toEqual([0, 0]);
  expect(await web.rows('select id from record_search')).toEqual([]);
  const found = await web.test.services.reader.searchNames(web.test.services.catalog.object('InsightCompany'), {
    text: '鲸图',
    limit: 5,
    scope: { rowsOf: () => undefined, today: '2026-11-21' },
  });
  expect(found).toEqual([]);
});
