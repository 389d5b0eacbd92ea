import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure } from '#shared/errors.ts';
import { addsUp } from '#server/features/imports/report/counts.ts';
import { COMPANIES, companyFile, importDeskOfFile } from '#tests/support/imports/import-desk.ts';

const desk = importDeskOfFile();

const total = async (object: string) =>
  (await desk.rows<{ n: number }>(`select count(*)::int as n from "${object}"`))[0]?.n;

describe('every row ends in exactly one way', () => {
  const FILE = companyFile(
    '1,A,,1', // created
    '2,B,,####', // created without its value
    '1,A,,1', // the same row again
    '1,A plus,,1', // the same record, changed in the file itself
    '3,,,1', // refused: a name is required
    ',D,,1', // refused: no key
    ',,,', // blank
    '4,E,,1,surplus', // refused: too wide
    '5,F,TOO-SHORT,1', // created without the value that the record refuses
  );

  test('created, updated, unchanged, duplicate or rejected, and they add up', async () => {
    const file = desk.file('ends.csv', FILE);
    const { counts } = await desk.run(file, COMPANIES);
    expect(counts).toMatchObject({
      lines: 9,
      blank: 1,
      rows: 8,
      created: 3,
      updated: 1,
      unchanged: 0,
      duplicate: 1,
      rejected: 3,
      rejectedValues: 2,
    });
    expect(addsUp(counts)).toBe(true);
    expect(
      await desk.rows('select name, "creditCode", "fundingTotal"::text from "InsightCompany" order by id'),
    ).toEqual([
      { name: 'A plus', creditCode: null, fundingTotal: '1' },
      { name: 'B', creditCode: null, fundingTotal: null },
      { name: 'F', creditCode: null, fundingTotal: '1' },
    ]);
  });

  test('two runs of one file at the same time both come to their end', async () => {
    const file = desk.file(
      'twice.csv',
      companyFile(...Array.from({ length: 400 }, (_, row) => `${row},Company ${row},,1`)),
    );
    const both = await Promise.all([1, 2].map(() => desk.run(file, COMPANIES, { sliceRows: 20 })));
    const [first, second] = both.map(({ counts }) => counts);
    for (const counts of [first, second]) expect(counts).toMatchObject({ rows: 400, rejected: 0 });
    expect((first?.created ?? 0) + (second?.created ?? 0)).toBe(400);
    expect(await total('InsightCompany')).toBe(400);
  });

  test('a dry run counts the same and keeps nothing', async () => {
    const file = desk.file('ends.csv', FILE);
    const dry = await desk.run(file, COMPANIES, { dryRun: true });
    expect(await total('InsightCompany')).toBe(0);
    expect(await total('record_key')).toBe(0);
    expect(await total('import_run')).toBe(0);
    const real = await desk.run(file, COMPANIES);
    expect(dry.counts).toEqual(real.counts);
    const again = await desk.run(file, COMPANIES, { dryRun: true });
    expect(again.counts).toMatchObject({ created: 0, updated: 2, unchanged: 2, duplicate: 1, rejected: 3 });
  });

  test('what was refused is listed with row, column, value and reason, and nothing in the list runs in a spreadsheet', async () => {
    const reportDir = path.join(desk.folder, 'listed');
    await desk.run(desk.file('listed.csv', companyFile('1,A,,=cmd()', '2,,,1', '3,@C,-5,2')), COMPANIES, { reportDir });
    expect(readFileSync(path.join(reportDir, 'rejected.csv')).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(desk.rejected(reportDir).trimEnd().split('\r\n')).toEqual([
      'id,name,code,total,行号,文件行,拒绝范围,列,字段,原值,原因',
      "1,A,,'=cmd(),2,2,值,total,fundingTotal,'=cmd(),不是金额",
      '2,,,1,3,3,整行,name,name,,必填',
      "3,'@C,'-5,2,4,4,值,code,creditCode,'-5,长度在 18 到 18 个字符",
    ]);
    expect(await desk.rows('select name from "InsightCompany" order by id')).toEqual([{ name: 'A' }, { name: '@C' }]);
    const summary = JSON.parse(readFileSync(path.join(reportDir, 'summary.json'), 'utf8')) as {
      counts: { reasons: object };
    };
    expect(summary.counts.reasons).toMatchObject({ 'total：不是金额': 1, 'name：必填': 1 });
  });

  test('a blank says nothing, so that what another file knew stays; unless the mapping says it clears', async () => {
    await desk.run(desk.file('one.csv', companyFile('1,A,,5')), COMPANIES);
    expect((await desk.run(desk.file('two.csv', companyFile('1,A,,')), COMPANIES)).counts).toMatchObject({
      unchanged: 1,
    });
    const clearing = {
      ...COMPANIES,
      fields: COMPANIES.fields.map((field) => ({ ...field, whenBlank: 'clear' as const })),
    };
    expect((await desk.run(desk.file('two.csv', companyFile('1,A,,')), clearing)).counts).toMatchObject({ updated: 1 });
    expect(await desk.rows('select "fundingTotal" from "InsightCompany"')).toEqual([{ fundingTotal: null }]);
  });

  test('the history says which import wrote', async () => {
    await desk.run(desk.file('one.csv', companyFile('1,A,,5')), COMPANIES);
    expect(await desk.rows('select actor, origin from record_history')).toEqual([
      { actor: 'import', origin: 'import:test' },
    ]);
  });
});

describe('bad input', () => {
  const refused = async (file: string, mapping: ImportMapping): Promise<string> => {
    const reportDir = path.join(desk.folder, 'never');
    const error = await desk.run(file, mapping, { reportDir }).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(Failure);
    expect(existsSync(reportDir)).toBe(false);
    expect(await total('InsightCompany')).toBe(0);
    return (error as Failure).message;
  };

  test('an unknown object, field or column: named, and nothing written', async () => {
    const file = desk.file('bad.csv', companyFile('1,A,,1'));
    expect(await refused(file, { ...COMPANIES, object: 'Nonsense' })).toBe('对象“Nonsense”不存在');
    expect(await refused(file, { ...COMPANIES, fields: [{ field: 'nonsense', column: 'name' }] })).toContain(
      '没有字段“nonsense”',
    );
    expect(await refused(file, { ...COMPANIES, key: ['nonsense'] })).toContain('/key/0：文件中没有列“nonsense”');
    expect(await refused(path.join(desk.folder, 'absent.csv'), COMPANIES)).toContain('找不到文件');
  });

  test('a broken encoding at the end of a long file: said where, and not one row written', async () => {
    const lines = Array.from({ length: 3000 }, (_, row) => `${row},Company ${row},,1`);
    const file = desk.file(
      'broken.csv',
      Buffer.concat([
        Buffer.from(companyFile(...lines)),
        Buffer.from('\n9999,'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from(',,\n'),
      ]),
    );
    expect(await refused(file, COMPANIES)).toMatch(/不是有效的 utf-8：第 3002 行，第 \d+ 字节起（C3 28/);
  });

  test('or only its rows are refused, where the mapping prefers that', async () => {
    const file = desk.file(
      'broken.csv',
      Buffer.concat([Buffer.from(companyFile('1,A,,1', '2,')), Buffer.from([0xff]), Buffer.from(',,1\n3,C,,1\n')]),
    );
    const { counts } = await desk.run(file, { ...COMPANIES, brokenText: 'reject-row' });
    expect(counts).toMatchObject({ created: 2, rejected: 1, reasons: { 'name：含有无法解码的字符': 1 } });
  });

  test('a cell of 10 MB costs its own row', async () => {
    const file = desk.file('huge.csv', companyFile('1,A,,1', `2,${'x'.repeat(10_000_000)},,1`, '3,C,,1'));
    const reportDir = path.join(desk.folder, 'huge');
    const { counts } = await desk.run(file, COMPANIES, { reportDir });
    expect(counts).toMatchObject({ created: 2, rejected: 1 });
    const list = desk.rejected(reportDir);
    expect(list).toContain('3,3,整行,name,,');
    expect(list).toContain('单元格超过 1048576 个字符');
    expect(list.length).toBeLessThan(2000);
  });

  test('GBK names arrive as they are written', async () => {
    const file = desk.file('gbk.csv', iconv.encode(companyFile('1,鲸图科技,,3.5亿人民币'), 'gbk'));
    await desk.run(file, { ...COMPANIES, encoding: 'gbk' });
    expect(
      await desk.rows('select name, "fundingTotal"::text, "fundingTotal_currency" as currency from "InsightCompany"'),
    ).toEqual([{ name: '鲸图科技', fundingTotal: '350000000', currency: 'CNY' }]);
  });

  test('JSON lines come the same way', async () => {
    const file = desk.file(
      'lines.jsonl',
      '{"id":1,"name":"A","total":0.1}\n{"id":2,"name":"B"}\n{"id":1,"name":"A","total":0.1}\n{"id":1,"name":"A","total":0.1,"else":1}\n{bad\n',
    );
    const mapping = { ...COMPANIES, fields: COMPANIES.fields.filter((field) => field.field !== 'creditCode') };
    expect((await desk.run(file, mapping)).counts).toMatchObject({
      rows: 5,
      created: 2,
      duplicate: 1,
      unchanged: 1,
      rejected: 1,
    });
  });
});

test('others are answered while an import runs', async () => {
  const lines = Array.from({ length: 6000 }, (_, row) => `${row},Company ${row},,1`);
  const seen = new Set<number>();
  let running = true;
  const reader = (async () => {
    while (running)
      seen.add(
        (await sql<{ n: number }>`select count(*)::int as n from "InsightCompany"`.execute(desk.store.database.db))
          .rows[0]?.n ?? 0,
      );
  })();
  const { counts } = await desk.run(desk.file('long.csv', companyFile(...lines)), COMPANIES);
  running = false;
  await reader;
  expect(counts.created).toBe(6000);
  // Each slice was seen as a whole or not at all, and some of them before the last.
  expect([...seen].every((count) => count % 1000 === 0)).toBe(true);
  expect(seen.size).toBeGreaterThan(3);
});
