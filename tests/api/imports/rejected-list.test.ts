import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { importDeskOfFile } from '#tests/support/imports/import-desk.ts';

const desk = importDeskOfFile();

const MAPPING: ImportMapping = {
  object: 'InsightCompany',
  source: 'test',
  key: ['id'],
  fields: [
    { field: 'name', column: 'name' },
    { field: 'foundedOn', column: 'day' },
    { field: 'keywords', column: 'tags' },
    { field: 'introduction', column: 'about' },
  ],
};
const companies = () =>
  desk.rows(
    'select name, "foundedOn"::text as day, keywords as tags, introduction as about from "InsightCompany" order by name',
  );

/** Imports a file of which something is refused, corrects the list of refusals and imports that. */
async function corrected(file: string, mapping: ImportMapping, correct: (list: string) => string, next = mapping) {
  const reportDir = path.join(desk.folder, 'first');
  const first = await desk.run(file, mapping, { reportDir, restart: true });
  const list = path.join(reportDir, 'rejected.csv');
  const text = readFileSync(list, 'utf8');
  writeFileSync(path.join(desk.folder, 'corrected.csv'), correct(text));
  const second = await desk.run(path.join(desk.folder, 'corrected.csv'), next);
  return { first: first.counts, second: second.counts, text };
}

describe('the list of what was refused', () => {
  test('is imported with the same mapping once it is corrected by hand', async () => {
    const file = desk.file(
      'a.csv',
      'id,name,day,tags,about\n1,,x,"AI、芯片","=1+1;-2\n+3"\n2,B,2019,,\n=3,C,never,,\n',
    );
    const { first, second, text } = await corrected(file, MAPPING, (list) =>
      list.replace('1,,x,', '1,A,2020,').replace('never', '2021-02-03'),
    );
    expect(first).toMatchObject({ created: 2, rejected: 1, rejectedValues: 1 });
    // Both faults of the first row are reported in one line of the list.
    expect(text).toContain('"不是日期\n必填"');
    expect(text).toContain(`"'=1+1;'-2\n'+3"`);
    expect(second).toMatchObject({ created: 1, updated: 1, rejected: 0, rejectedValues: 0 });
    expect(await companies()).toEqual([
      { name: 'A', day: '2020-01-01', tags: ['AI', '芯片'], about: '=1+1;-2\n+3' },
      { name: 'B', day: '2019-01-01', tags: null, about: null },
      { name: 'C', day: '2021-02-03', tags: null, about: null },
    ]);
  });

  test('of JSON lines shows lists with a sign that can be read, and is imported as the CSV that it is', async () => {
    const rows = [
      { id: 1, name: '', tags: ['AI', '芯片'] },
      { id: 2, name: '', tags: ['a/b', 'c'] },
    ];
    const file = desk.file('a.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    const { text, second } = await corrected(file, MAPPING, (list) =>
      list.replace('1,,', '1,A,').replace('2,,', '2,B,'),
    );
    expect(text).not.toContain('\u001F');
    expect(text).toContain('AI、芯片');
    expect(second).toMatchObject({ created: 2, rejected: 0 });
    expect(await companies()).toMatchObject([{ tags: ['AI', '芯片'] }, { tags: ['a/b', 'c'] }]);
    const slash = {
      ...MAPPING,
      fields: MAPPING.fields.map((one) => (one.column === 'tags' ? { ...one, split: '/' } : one)),
    };
    const other = desk.file('b.jsonl', JSON.stringify({ id: 3, name: '', tags: ['AI', '芯片'] }));
    expect((await corrected(other, slash, (list) => list)).text).toContain('AI/芯片');
  });

  test('has the headings, separators and quotes that the mapping reads', async () => {
    const mapping = { ...MAPPING, header: 3, delimiter: ';', quote: "'", encoding: 'gbk' };
    const file = desk.file('a.csv', Buffer.from("x\ny\nid;name;day;tags;about\n1;;2019;;'a;b'\n"));
    const { second } = await corrected(file, mapping, (list) => list.replace('1;;2019', '1;A;2019'));
    expect(second).toMatchObject({ created: 1, rejected: 0 });
    expect(await companies()).toMatchObject([{ name: 'A', about: 'a;b' }]);
    const bare: ImportMapping = {
      ...MAPPING,
      header: 0,
      key: [1],
      fields: [
        { field: 'name', column: 2 },
        { field: 'foundedOn', column: 3 },
      ],
    };
    const headless = desk.file('b.csv', '7,,2019\n');
    expect((await corrected(headless, bare, (list) => list.replace('7,,', '7,G,'))).second).toMatchObject({
      created: 1,
    });
  });
});

test('A second import with the same report folder keeps the reports of the first under the time at which it began', async () => {
  const reportDir = path.join(desk.folder, 'kept');
  const file = desk.file('a.csv', 'id,name,day,tags,about\n1,A,x,,\n');
  await desk.run(file, MAPPING, { reportDir });
  const list = desk.rejected(reportDir);
  await desk.run(file, MAPPING, { reportDir });
  await desk.run(file, MAPPING, { reportDir });
  const read = (name: string) => JSON.parse(readFileSync(path.join(reportDir, name), 'utf8')) as { counts: object };
  const first = '2026-11-21T04-00-00-000Z';
  expect(read(`summary-${first}.json`).counts).toMatchObject({ created: 1 });
  expect(readFileSync(path.join(reportDir, `rejected-${first}.csv`), 'utf8').replace(/^\uFEFF/, '')).toBe(list);
  // The second began at the same moment of the test's clock.
  expect(read(`summary-${first}-2.json`).counts).toMatchObject({ unchanged: 1 });
  expect(read('summary.json').counts).toMatchObject({ unchanged: 1 });
});
