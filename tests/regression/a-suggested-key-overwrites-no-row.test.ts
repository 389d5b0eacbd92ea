import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { dataAbsent, sharedData } from '#tests/support/imports/import-desk.ts';
import { openWebImports, type WebImports } from '#tests/support/imports/web-imports.ts';

let web: WebImports;
beforeAll(async () => {
  web = await openWebImports();
});
afterAll(() => web.close());

async function preview(name: string, content: string | Buffer, object: string, more: object = {}) {
  const { data: job } = await web.upload(name, content, object);
  const { data } = await web.preview(job.id, more);
  return { id: job.id, key: (data.mapping as ImportMapping).key, trial: data.keyTrial };
}

describe('a suggested natural key', () => {
  // The first two hundred rows have a company each; only further down does one come twice.
  const LATE = ['公司名称,成立日期,轮次']
    .concat(
      Array.from({ length: 400 }, (_, at) => `第${at % 300}号公司,2019-0${(at % 9) + 1}-0${(at % 7) + 1},第${at}次`),
    )
    .join('\n');

  it('is tried on the whole file, not only on its beginning', async () => {
    const { key, trial } = await preview('late.csv', LATE, 'InsightCompany');
    expect(key).not.toEqual(['公司名称']);
    expect(trial).toMatchObject({ key, rows: 400, isWhole: true, collisions: 0, blank: 0, examples: [] });
  });

  it('is none where every key collides, and the best of them says how often and where', async () => {
    // Six columns that a key of twenty cannot all have distinguish the rows, each by one bit.
    const many = Array.from({ length: 25 }, (_, at) => `列${at}`);
    const rows = Array.from({ length: 64 }, (_, row) =>
      many.map((_name, at) => (at < 19 ? 1 : (row >> (at - 19)) & 1)).join(','),
    );
    const { key, trial } = await preview('alike.csv', [many.join(','), ...rows].join('\n'), 'InsightCompany');
    expect(key).toEqual([]);
    expect(trial?.rows).toBe(64);
    expect(trial?.collisions).toBeGreaterThan(0);
    expect(trial?.examples.length).toBeGreaterThan(0);
  });

  it('that staff choose is tried as well', async () => {
    const { trial } = await preview('late.csv', LATE, 'InsightCompany', { key: ['公司名称'] });
    expect(trial).toMatchObject({ key: ['公司名称'], rows: 400, collisions: 100 });
    expect(trial?.examples[0]).toEqual({ row: 302, key: '第0号公司' });
  });

  it.skipIf(dataAbsent('crunchbase-2013')).each([
    ['crunchbase-rounds.csv', 'InsightTransaction'],
    ['crunchbase-acquisitions.csv', 'InsightTransaction'],
    ['investments-until-2012-06.csv', 'InsightTransaction'],
    ['crunchbase-companies.csv', 'InsightCompany'],
  ])('of the public file %s lets no row overwrite another (skipped where the data is absent)', async (name, object) => {
    const { key, trial } = await preview(name, readFileSync(sharedData(`crunchbase-2013/${name}`)), object);
    expect(trial).toMatchObject({ isWhole: true, collisions: 0, blank: 0 });
    expect(key.length).toBeGreaterThan(0);
  });
});
