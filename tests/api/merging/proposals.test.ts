import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

const DATA = '/api/metadata/data';
const field = (apiName: string, type: FieldDefinition['type'] = 'text'): FieldDefinition => ({
  apiName,
  type,
  label: apiName,
});
const FIELDS = [
  field('name'),
  field('city'),
  field('note'),
  field('tags', 'textList'),
  field('origin'),
  { ...field('checkedOn', 'date'), config: { partial: true } },
];

let test: TestApp;
let merges: Merges;
beforeAll(async () => {
  test = await openTestApp();
  merges = new Merges(test);
  made(await saveDefinition(test, vendors()));
});
afterAll(() => test.close());

function vendors(sourceRank?: string[]): ObjectDefinition {
  const { layouts, ...vendor } = newObject('Vendor', FIELDS);
  const provenance = { source: 'origin', asOf: 'checkedOn', ...(sourceRank && { sourceRank }) };
  return { ...vendor, layouts: { ...layouts, detail: { ...layouts.detail, provenance } } };
}

let keys = 0;
async function vendor(values: object): Promise<string> {
  keys += 1;
  const body = { clientKey: `vendor-${keys}`, values: { name: '云杉', ...values } };
  return made(await test.post<{ record: { id: string } }>('staff', `${DATA}/Vendor`, body)).record.id;
}

/** What is proposed of the city of two vendors. */
async function city(kept: string, gone: string, choices?: object) {
  const { fields } = made(await merges.ask('Vendor', kept, gone, choices));
  const { choice, why } = fields.find((one) => one.field === 'city') ?? {};
  return { choice, why };
}

describe('The value that a merge proposes', () => {
  it('is of the source that the layout ranks higher, whichever is newer; sources without a rank come last', async () => {
    made(await saveDefinition(test, vendors(['工商登记', '平台编辑', '年报'])));
    const [register, report] = [
      await vendor({ city: '苏州', origin: '工商登记', checkedOn: '2023-05' }),
      await vendor({ city: '无锡', origin: '年报', checkedOn: '2025-01' }),
    ];
    const web = await vendor({ city: '常州', origin: '网页', checkedOn: '2026-02' });
    const first = { choice: 'survivor', why: '来源“工商登记”优先于“年报”' };
    expect(await city(register, report)).toEqual(first);
    expect(await city(report, register)).toEqual({ ...first, choice: 'loser' });
    expect(await city(web, report)).toEqual({ choice: 'loser', why: '来源“年报”优先于“网页”' });
    const edited = { version: 1, values: { city: '镇江' } };
    made(await test.post('staff', `${DATA}/Vendor/${web}`, edited));
    expect(await city(report, web)).toEqual({ choice: 'loser', why: '来源“平台编辑”优先于“年报”' });
    const id = await merges.done('Vendor', report, web);
    const { record } = made(await test.get<{ record: object }>('staff', `${DATA}/Vendor/${report}`));
    expect(record).toMatchObject({ city: '镇江', origin: '年报', checkedOn: '2025-01' });
    made(await merges.undo(id));
    await merges.ended(id);
    made(await saveDefinition(test, vendors()));
    expect(await city(register, report)).toMatchObject({ choice: 'loser', why: '日期较晚：2025-01，另一条为 2023-05' });
  });

  it('is the newer one where the sources have one rank, then that of the record which says more', async () => {
    const [old, late] = [
      await vendor({ city: '苏州', origin: '甲', checkedOn: '2023-05', note: '有备注' }),
      await vendor({ city: '无锡', origin: '乙', checkedOn: '2024' }),
    ];
    const undated = await vendor({ city: '常州', origin: '乙', note: '有备注' });
    const short = await vendor({ city: '南通', origin: '丙' });
    expect(await city(old, late)).toEqual({ choice: 'loser', why: '日期较晚：2024，另一条为 2023-05' });
    expect(await city(late, undated)).toEqual({ choice: 'survivor', why: '日期较晚：2024，另一条没有日期' });
    const fuller = { choice: 'loser', why: '所在记录填写得更完整：4 项，另一条 3 项' };
    expect(await city(short, undated)).toEqual(fuller);
    expect(await city(undated, short)).toEqual({ ...fuller, choice: 'survivor' });
    const same = { choice: 'survivor', why: '来源、日期和完整程度相同，采用保留的记录' };
    expect(await city(short, await vendor({ city: '泰州', origin: '丁' }))).toEqual(same);
  });

  it('is the one that is there where the other record has none, and both lists together', async () => {
    made(await saveDefinition(test, vendors(['工商登记'])));
    const [register, other] = [
      await vendor({ tags: ['软件'], origin: '工商登记', checkedOn: '2025-01' }),
      await vendor({ city: '无锡', tags: ['芯片'] }),
    ];
    expect(await city(register, other)).toEqual({ choice: 'loser', why: '另一条记录没有填写' });
    const { fields } = made(await merges.ask('Vendor', register, other));
    expect(fields).toContainEqual({
      field: 'tags',
      choice: 'both',
      choices: ['survivor', 'loser', 'both'],
      why: '两条记录都有内容，合并为一个列表',
      value: ['软件', '芯片'],
    });
  });

  it('gives way to what staff choose, of which nothing is explained', async () => {
    const [one, other] = [await vendor({ city: '苏州' }), await vendor({ city: '无锡' })];
    expect(await city(one, other, { city: 'loser' })).toEqual({ choice: 'loser', why: undefined });
  });
});
