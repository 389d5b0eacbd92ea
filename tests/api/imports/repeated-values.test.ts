import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { COMPANIES, companyFile, importDeskOfFile } from '#tests/support/imports/import-desk.ts';

const desk = importDeskOfFile();

const FILE = companyFile(
  '1,甲公司,91110000MA001AAA1A,1',
  '2,乙公司,91110000ma001aaa1a,1',
  '3,丙公司,91110000MA001BBB2B,1',
  '4,丁公司,91110000MA001AAA1A,1',
);

beforeAll(async () => {
  const { catalog, metadata } = desk.services;
  const { saved } = catalog.object('InsightCompany');
  const fields = saved.fields.map((field) =>
    field.apiName === 'creditCode' ? { ...field, config: { ...field.config, unique: true } } : field,
  );
  await metadata.save({ ...saved, fields }, saved.version, 'system');
  await metadata.runIndexJobs();
});

const codes = async () =>
  (await desk.rows<{ code: string | null }>('select "creditCode" as code from "InsightCompany" order by name')).map(
    ({ code }) => code,
  );

test.each([4, 1])(
  'rows of one file that repeat a value are named by their rows, in slices of %i',
  async (sliceRows) => {
    const file = desk.file('codes.csv', FILE);
    const reportDir = path.join(desk.folder, `codes-${sliceRows}`);
    const { counts } = await desk.run(file, COMPANIES, { sliceRows, reportDir });
    expect(counts).toMatchObject({ created: 4, rejected: 0, rejectedValues: 2 });
    expect((await codes()).filter((code) => code !== null).toSorted()).toEqual([
      '91110000MA001AAA1A',
      '91110000MA001BBB2B',
    ]);
    const rejected = desk.rejected(reportDir);
    expect(rejected).toContain('“91110000ma001aaa1a”与第 2 行重复');
    expect(rejected).toContain('“91110000MA001AAA1A”与第 2 行重复');
  },
);

test('a check of a file finds the same, though it keeps no row', async () => {
  const file = desk.file('codes.csv', FILE);
  const { counts } = await desk.run(file, COMPANIES, { sliceRows: 1, dryRun: true });
  expect(counts).toMatchObject({ created: 4, rejectedValues: 2 });
  expect(JSON.stringify(counts)).toContain('与第 2 行重复');
});

test('a row that repeats the value of a record which is there says so', async () => {
  await desk.run(desk.file('first.csv', companyFile('1,甲公司,91110000MA001AAA1A,1')), COMPANIES);
  const reportDir = path.join(desk.folder, 'codes-late');
  const late = desk.file('late.csv', companyFile('2,乙公司,91110000MA001AAA1A,1'));
  await desk.run(late, COMPANIES, { reportDir });
  expect(desk.rejected(reportDir)).toContain('“91110000MA001AAA1A”已被其他记录使用');
});
