import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { rolledBack } from '#server/features/imports/run/keep-slices.ts';
import { made, newObject, savedDefinition, saveDefinition, saveField } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const numbered = (prefix: string | undefined, digits = 4, apiName = 'no'): FieldDefinition => ({
  apiName,
  type: 'text',
  label: '编号',
  config: { autoNumber: { ...(prefix !== undefined && { prefix }), digits }, searchable: true },
});
const TITLE: FieldDefinition = {
  apiName: 'title',
  type: 'formula',
  label: '标题',
  config: { expression: 'self.no + " " + self.name', resultType: 'text' },
};

let test: TestApp;
let keys = 0;
const DATA = (objectApiName: string) => `/api/metadata/data/${objectApiName}`;
const create = async (objectApiName: string, values: object): Promise<Readonly<Record<string, unknown>>> => {
  keys += 1;
  const body = { clientKey: `numbered-${keys}-key`, values };
  return made(await test.post<RecordReply>('staff', DATA(objectApiName), body)).record;
};
const db = () => test.services.database.db;
const context = { actor: 'test', roles: ['staff'], origin: 'import:test', now: TEST_NOW };
const rows = (...values: readonly RecordValues[]) => values.map((one, at) => ({ key: `${keys}-${at}`, values: one }));

/** Numbers of an object in the order in which its records were first seen. */
async function numbersOf(objectApiName: string): Promise<(string | null)[]> {
  const found = await sql<{ no: string | null }>`
    select no from ${sql.table(objectApiName)} order by "createdAt", id`.execute(db());
  return found.rows.map(({ no }) => no);
}

async function objectOf(apiName: string, fields: readonly FieldDefinition[]): Promise<void> {
  made(await saveDefinition(test, newObject(apiName, [NAME, ...fields], { route: `/data/${apiName}` })));
}

beforeAll(async () => {
  test = await openTestApp();
  await objectOf('Contract', [numbered('HT-'), TITLE]);
});
afterAll(() => test.close());

describe('records of an object that numbers them', () => {
  it('get the next number when they are made, and formulas read it at once', async () => {
    expect(await create('Contract', { name: '甲' })).toMatchObject({ no: 'HT-0001', title: 'HT-0001 甲' });
    expect(await create('Contract', { name: '乙' })).toMatchObject({ no: 'HT-0002', title: 'HT-0002 乙' });
  });

  it('keep it whatever users send for it, and take none of theirs', async () => {
    const record = await create('Contract', { name: '丙', no: 'HT-9999' });
    expect(record['no']).toBe('HT-0003');
    const change = { version: 1, values: { no: 'HT-0001', name: '丙（改）' } };
    const changed = made(await test.post<RecordReply>('staff', `${DATA('Contract')}/${String(record['id'])}`, change));
    expect(changed.record).toMatchObject({ no: 'HT-0003', name: '丙（改）' });
    const cleared = { version: 2, values: { no: null } };
    expect(
      made(await test.post<RecordReply>('staff', `${DATA('Contract')}/${String(record['id'])}`, cleared)).record['no'],
    ).toBe('HT-0003');
  });

  it('are numbered in the order of the rows of an import, whatever its rows say', async () => {
    const { writer } = test.services;
    await writer.writeMany('Contract', 'numbers', rows({ name: '丁' }, { name: '戊', no: 'HT-0001' }), context);
    const given = ['HT-0001', 'HT-0002', 'HT-0003', 'HT-0004', 'HT-0005'];
    expect(new Set(await numbersOf('Contract'))).toEqual(new Set(given));
  });

  it('take no number in a check of a file, which keeps none of them', async () => {
    const { writer } = test.services;
    await rolledBack(db(), (trx) => writer.writeMany('Contract', 'tried', rows({ name: '试' }), context, trx));
    expect((await create('Contract', { name: '己' }))['no']).toBe('HT-0006');
  });

  it('are given different numbers by writers at the same moment', async () => {
    const given = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => (await create('Contract', { name: `同时 ${at}` }))['no']),
    );
    expect(new Set(given).size).toBe(12);
  });

  it('are found by it', async () => {
    const query = { objectApiName: 'Contract', keyword: 'HT-0002', pageSize: 5 };
    const { list } = made(
      await test.post<{ list: unknown[] }>('staff', '/api/metadata/data/getLayoutAndDataList', query),
    );
    expect(list).toMatchObject([{ name: '乙' }]);
  });

  it('keep it when they are deleted and brought back, and no other record gets it', async () => {
    const { writer } = test.services;
    const record = await create('Contract', { name: '来去' });
    const id = String(record['id']);
    await writer.remove('Contract', id, context);
    const next = await create('Contract', { name: '其后' });
    expect(next['no']).not.toBe(record['no']);
    expect((await writer.restore('Contract', id, context)).values['no']).toBe(record['no']);
  });

  it('get longer numbers once the digits are used up', async () => {
    await objectOf('Ticket', [numbered(undefined, 1)]);
    await test.services.writer.writeMany(
      'Ticket',
      'many',
      rows(...Array.from({ length: 11 }, (_, at) => ({ name: `票 ${at}` }))),
      context,
    );
    expect(await numbersOf('Ticket')).toContain('11');
  });

  it('have the year in their numbers where the prefix says so', async () => {
    await objectOf('Yearly', [numbered('合同{YYYY}-', 3)]);
    const { no } = await create('Yearly', { name: '今年' });
    expect(no).toMatch(/^合同20\d\d-001$/u);
  });
});

describe('records that are there when their object begins to number them', () => {
  it('are numbered by the save, those that were first seen before others first, behind the highest number', async () => {
    await objectOf('Purchase', [{ apiName: 'no', type: 'text', label: '编号' }]);
    await sql`insert into "Purchase" (name, no, "createdAt") values
      ('三', null, '2026-03-01Z'), ('一', null, '2025-01-01Z'), ('旧', 'dd-0041', '2024-01-01Z'),
      ('二', null, '2026-02-01Z'), ('别', 'DD-x', '2023-01-01Z')`.execute(db());
    made(await saveField(test, 'Purchase', numbered('DD-')));
    expect(await numbersOf('Purchase')).toEqual(['DD-x', 'dd-0041', 'DD-0042', 'DD-0043', 'DD-0044']);
    expect((await create('Purchase', { name: '新' }))['no']).toBe('DD-0045');
  });

  it('are numbered as well where the field is new', async () => {
    await objectOf('Parcel', []);
    await sql`insert into "Parcel" (name) values ('一'), ('二')`.execute(db());
    made(await saveField(test, 'Parcel', numbered('BG{YYYY}-', 2)));
    expect((await numbersOf('Parcel')).map((no) => no?.slice(-2))).toEqual(['01', '02']);
  });

  it('keep their numbers under another prefix, which goes on with the count', async () => {
    made(await saveField(test, 'Purchase', numbered('XS-', 6)));
    expect((await create('Purchase', { name: '改' }))['no']).toBe('XS-000046');
    expect(await numbersOf('Purchase')).toContain('DD-0045');
  });

  it('keep them when numbering ends, and none is given again when it begins again', async () => {
    made(await saveField(test, 'Purchase', { apiName: 'no', type: 'text', label: '编号' }));
    expect((await create('Purchase', { name: '手填', no: '自编' }))['no']).toBe('自编');
    await sql`delete from "Purchase" where no = 'XS-000046'`.execute(db());
    made(await saveField(test, 'Purchase', numbered('XS-', 6)));
    expect((await create('Purchase', { name: '又' }))['no']).toBe('XS-000047');
    expect(await numbersOf('Purchase')).toContain('自编');
  });

  it('are not numbered while two of them have the same value', async () => {
    await objectOf('Alike', [{ apiName: 'no', type: 'text', label: '编号' }]);
    await sql`insert into "Alike" (name, no) values ('一', 'A'), ('二', 'a')`.execute(db());
    const refused = await saveField(test, 'Alike', numbered('A-'));
    expect(refused.msg).toContain('“编号”不能重复，但有 2 条记录的值相同');
  });
});

describe('many records that are numbered after the save', () => {
  const MANY = 10_400;

  it('get what was kept back for them, also where a process ends between any two slices', async () => {
    await objectOf('Bulk', []);
    await sql`insert into "Bulk" (name, "createdAt")
      select '记录 ' || i, timestamptz '2026-01-01Z' - i * interval '1 minute'
      from generate_series(1, ${MANY}::integer) i`.execute(db());
    const writerOf = (between: (step: string) => void) =>
      new MetadataWriter({
        database: test.services.database,
        catalog: test.services.catalog,
        now: () => TEST_NOW,
        wait: async () => undefined,
        announce: async () => undefined,
        between,
      });
    const saved = savedDefinition(test, 'Bulk');
    const definition = { ...saved, fields: [...saved.fields, numbered('B-', 6)] };
    await writerOf(() => undefined).save(definition, saved.version, 'test');
    for (let place = 1; place <= 4; place += 1) {
      let steps = 0;
      const dying = writerOf(() => {
        steps += 1;
        if (steps === place) throw new Error('The process ends here.');
      });
      await dying.runIndexJobs();
    }
    expect((await create('Bulk', { name: '新' }))['no']).toBe('B-010401');
    await test.services.metadata.runIndexJobs();
    const numbers = await numbersOf('Bulk');
    expect(numbers).toEqual(Array.from({ length: MANY + 1 }, (_, at) => `B-${String(at + 1).padStart(6, '0')}`));
  });
});

describe('a definition that numbers records is refused', () => {
  it.each<[string, Partial<FieldDefinition>, string]>([
    ['with a default', { config: { default: 'A' } }, '自动编号的值由系统给出，不能同时设“默认值”'],
    ['with a default formula', { config: { defaultFormula: '"A"' } }, '不能同时设“默认值公式”'],
    ['with a pattern', { config: { pattern: 'A', patternMessage: '不对' } }, '不能同时设“格式（正则表达式）”'],
    ['where it is required', { required: true }, '不能同时设“必填”'],
    ['with a prefix of other signs', { config: { autoNumber: { prefix: 'A[', digits: 4 } } }, '“编号前缀”只能含'],
    [
      'with a prefix that ends in a digit',
      { config: { autoNumber: { prefix: 'A1', digits: 4 } } },
      '不能以数字或年份结尾',
    ],
    [
      'with a prefix that ends in the year',
      { config: { autoNumber: { prefix: '{YYYY}', digits: 4 } } },
      '不能以数字或年份',
    ],
    ['with no digits', { config: { autoNumber: { digits: 0 } } }, '位数'],
    ['with too many digits', { config: { autoNumber: { digits: 13 } } }, '位数'],
    ['longer than the field', { maxLength: 5 }, '超过最大长度 5'],
    ['for another type', { type: 'integer' }, '“整数”不能自动编号'],
  ])('%s', async (_, more, words) => {
    const { config, ...field } = numbered('N-');
    const wrong = { ...field, ...more, apiName: 'wrong', config: { ...config, searchable: false, ...more.config } };
    const refused = await saveField(test, 'Contract', wrong);
    expect(refused.code).not.toBe(0);
    expect(JSON.stringify(refused)).toContain(words);
  });

  it('where a rule gives the field its value', async () => {
    const saved = savedDefinition(test, 'Contract');
    const rules = [{ id: 'own', kind: 'value' as const, target: 'no', rule: 'self.name' }];
    expect((await saveDefinition(test, { ...saved, rules })).msg).toContain('自动编号的值由系统给出');
  });
});
