import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { COMPANIES, companyFile, importDeskOfFile } from '#tests/support/imports/import-desk.ts';

const desk = importDeskOfFile();

describe('links', () => {
  const ROUNDS: ImportMapping = {
    object: 'InsightTransaction',
    source: 'test',
    key: ['id'],
    fields: [
      { field: 'title', template: '{company} round' },
      { field: 'company', column: 'company', reference: { by: 'name', create: {} } },
      { field: 'leadInvestors', column: 'leads', split: ';', reference: { by: 'name', otherwise: 'otherInvestors' } },
    ],
  };
  const rounds = (...lines: string[]) => ['id,company,leads', ...lines].join('\n');
  const companyOf = (reference: object): ImportMapping => ({
    ...ROUNDS,
    fields: [
      { field: 'title', constant: 'x' },
      { field: 'company', column: 'company', reference: reference as never },
    ],
  });

  test('records that are not there are made once, and names without a record go to the field for them', async () => {
    const file = desk.file('rounds.csv', rounds('1,Acme,Known;Unknown', '2,Acme,', '3,Other,Unknown'));
    await desk.rows(`insert into "InsightOrg" (name) values ('Known')`);
    const { counts } = await desk.run(file, ROUNDS);
    expect(counts).toMatchObject({ created: 3, linkedCreated: { InsightCompany: 2 } });
    expect(
      await desk.rows(
        'select c.name, cardinality(t."leadInvestors") as leads, t."otherInvestors" as others from "InsightTransaction" t join "InsightCompany" c on c.id = t.company order by t.id',
      ),
    ).toEqual([
      { name: 'Acme', leads: 1, others: ['Unknown'] },
      { name: 'Acme', leads: null, others: null },
      { name: 'Other', leads: null, others: ['Unknown'] },
    ]);
    expect((await desk.run(file, ROUNDS)).counts).toMatchObject({ unchanged: 3, linkedCreated: {} });
    expect((await desk.run(file, ROUNDS, { dryRun: true })).counts).toMatchObject({ unchanged: 3 });
  });

  test('A keyword that is too long is left out of a record made for a link, and the link holds', async () => {
    const long = '长'.repeat(300);
    const file = desk.file(
      'long.csv',
      ['id,company,words,code', `1,Acme,甲;${long};乙,x`, `2,Other,${long},`].join('\n'),
    );
    const mapping = companyOf({
      by: 'name',
      create: {
        fields: [
          { field: 'keywords', column: 'words', split: ';' },
          { field: 'creditCode', column: 'code' },
        ],
      },
    });
    const { counts } = await desk.run(file, mapping);
    expect(counts).toMatchObject({ created: 2, rejected: 0, rejectedValues: 0, linkedCreated: { InsightCompany: 2 } });
    expect(await desk.rows('select name, keywords, "creditCode" from "InsightCompany" order by name')).toEqual([
      { name: 'Acme', keywords: ['甲', '乙'], creditCode: null },
      { name: 'Other', keywords: null, creditCode: null },
    ]);
  });

  test('A list keeps the entries that its field takes, and the others are reported one by one', async () => {
    const long = '长'.repeat(300);
    const reportDir = path.join(desk.folder, 'entries');
    const mapping: ImportMapping = {
      ...COMPANIES,
      fields: [
        { field: 'name', column: 'name' },
        { field: 'keywords', column: 'code', split: ';' },
      ],
    };
    const { counts } = await desk.run(desk.file('entries.csv', companyFile(`1,A,甲;${long},`)), mapping, { reportDir });
    expect(counts).toMatchObject({ created: 1, rejectedValues: 1 });
    expect(await desk.rows('select keywords from "InsightCompany"')).toEqual([{ keywords: ['甲'] }]);
    expect(desk.rejected(reportDir)).toContain(`keywords,${long},`);
  });

  test('A record that cannot be made for a link is reported with the labels of its fields', async () => {
    const reportDir = path.join(desk.folder, 'unmade');
    const file = desk.file('unmade.csv', rounds(`1,${'长'.repeat(300)},`));
    await desk.run(file, companyOf({ by: 'name', create: {} }), { reportDir });
    expect(desk.rejected(reportDir)).toMatch(/无法新建关联的记录：“[^”a-z]+”(最大长度|长度在)/);
  });

  test('a name that two records bear is no link', async () => {
    await desk.rows(`insert into "InsightCompany" (name) values ('Twin'), ('Twin')`);
    const reportDir = path.join(desk.folder, 'twins');
    const { counts } = await desk.run(
      desk.file('twins.csv', rounds('1,Twin,')),
      companyOf({ by: 'name', create: {} }),
      { reportDir },
    );
    expect(counts).toMatchObject({ created: 1, rejectedValues: 1 });
    expect(desk.rejected(reportDir)).toContain('有 2 条记录都叫“Twin”，无法确定是哪一条');
  });

  test('a key that leads nowhere is refused where nothing may be made', async () => {
    const reportDir = path.join(desk.folder, 'nowhere');
    const { counts } = await desk.run(desk.file('nowhere.csv', rounds('1,/company/x,')), companyOf({ by: 'key' }), {
      reportDir,
    });
    expect(counts).toMatchObject({ created: 1, rejectedValues: 1 });
    expect(desk.rejected(reportDir)).toContain('没有找到编号为“/company/x”的记录');
  });

  test('a key or a name of 3,000 characters finds its record again', async () => {
    const long = 'k'.repeat(3000);
    const file = desk.file('long-key.csv', rounds(`1,${long},`));
    const create = { fields: [{ field: 'name', constant: 'Acme' }] };
    expect((await desk.run(file, companyOf({ by: 'key', create }))).counts.linkedCreated).toEqual({
      InsightCompany: 1,
    });
    expect((await desk.run(file, companyOf({ by: 'key', create }))).counts).toMatchObject({
      unchanged: 1,
      linkedCreated: {},
    });
    expect((await desk.run(desk.file('own.csv', companyFile(`${long},Acme 2,,`)), COMPANIES)).counts).toMatchObject({
      updated: 1,
    });
  });

  test('a record made for a link is filled by its own row later', async () => {
    await desk.run(desk.file('rounds.csv', rounds('1,c-1,')), companyOf({ by: 'key', create: {} }));
    expect((await desk.run(desk.file('companies.csv', companyFile('c-1,Acme,,5')), COMPANIES)).counts).toMatchObject({
      updated: 1,
      created: 0,
    });
    expect(await desk.rows('select name from "InsightCompany"')).toEqual([{ name: 'Acme' }]);
  });
});
