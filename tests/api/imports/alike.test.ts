import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { openWebImports, type WebImports } from '#tests/support/imports/web-imports.ts';

let web: WebImports;
beforeAll(async () => {
  web = await openWebImports();
  await bring(
    '旧.csv',
    ['编号,企业简称,工商名称', 'A-1,星河,北京星河云图科技有限公司', 'A-2,无关,上海无关贸易有限公司'],
    {
      source: 'old',
    },
  );
});
afterAll(() => web.close());

const ROWS = [
  '编号,企业简称,工商名称',
  'B-1,星河云图,星河云图科技（北京）股份有限公司',
  'B-2,另一家,广州另一家文化有限公司',
];

async function upload(name: string, rows: readonly string[], change: Partial<ImportMapping>): Promise<string> {
  const { data: job } = await web.upload(name, rows.join('\n'), 'InsightCompany');
  const { data: preview } = await web.preview(job.id);
  expect(await web.map(job.id, { ...(preview.mapping as ImportMapping), ...change })).toMatchObject({ code: 0 });
  return job.id;
}
async function bring(name: string, rows: readonly string[], change: Partial<ImportMapping>) {
  const id = await upload(name, rows, change);
  return { id, ...(await web.run(id, 'run')) };
}
const companies = () => web.rows<{ id: string; name: string }>('select id, name from "InsightCompany" order by id');

describe('The dry run of an import', () => {
  it('names the rows that would make a record a second time, and writes nothing', async () => {
    const before = await companies();
    const id = await upload('新.csv', ROWS, { source: 'new' });
    const { check } = await web.run(id, 'check');
    expect(check?.counts).toMatchObject({ created: 2 });
    expect(check?.alike).toMatchObject({
      rows: 1,
      sure: 1,
      list: [{ row: 2, name: '星河云图', candidate: { id: before[0]?.id, name: '星河', grade: 3 } }],
    });
    expect(check?.alike?.list[0]?.candidate.reasons).toEqual(['名称相同', '名称主体相同', '地区一致']);
    expect(await companies()).toEqual(before);
  });
});

describe('An import that links rows to the records that they all but surely are', () => {
  it('updates those instead of making others, and its undo brings their values back', async () => {
    const before = await companies();
    const { id, result } = await bring('新.csv', ROWS, { source: 'new', linkAlike: true });
    expect(result?.counts).toMatchObject({ created: 1, updated: 1 });
    expect((await companies()).map(({ name }) => name)).toEqual(['星河云图', '无关', '另一家']);
    await web.run(id, 'undo');
    expect(await companies()).toEqual(before);
  });

  it('leaves a record alone that the source knows by another key', async () => {
    const twice = [ROWS[0] ?? '', 'C-1,甲,北京星河云图科技有限公司', 'C-2,乙,北京市星河云图科技有限公司'];
    const { result } = await bring('两行.csv', twice, { source: 'third', linkAlike: true });
    // Neither row is more the record than the other.
    expect(result?.counts).toMatchObject({ created: 2, updated: 0 });
    const again = [ROWS[0] ?? '', 'A-9,丙,上海无关贸易股份有限公司'];
    const { result: other } = await bring('再来.csv', again, { source: 'old', linkAlike: true });
    expect(other?.counts).toMatchObject({ created: 1, updated: 0 });
  });
});
