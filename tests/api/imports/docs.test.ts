import { readFileSync } from 'node:fs';
import path from 'node:path';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { openImportDesk } from '#tests/support/imports/import-desk.ts';

const DOCS = readFileSync(path.resolve(import.meta.dirname, '../../../docs/import.md'), 'utf8');

test('the first mapping of the documentation does to its file what the page says', async () => {
  const file = /```\n(编号;[\s\S]*?)```/.exec(DOCS)?.[1] ?? '';
  const mapping = parseMapping(/```json\n(\{\n {2}"object"[\s\S]*?)```/.exec(DOCS)?.[1] ?? '');
  const desk = await openImportDesk();
  try {
    const { counts } = await desk.run(desk.file('suppliers.csv', iconv.encode(file, 'gbk')), mapping);
    expect(counts).toMatchObject({ rows: 1, created: 1, rejectedValues: 0 });
    expect(
      await desk.rows(
        'select name, "foundedOn_precision" as precision, "registeredCapital"::text as capital, keywords from "InsightCompany"',
      ),
    ).toEqual([{ name: '鲸图科技', precision: 7, capital: '35000000', keywords: ['AI', '机器人'] }]);
  } finally {
    await desk.close();
  }
});
