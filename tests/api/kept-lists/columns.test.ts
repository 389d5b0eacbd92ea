import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportState } from '#schemas/api/exports.ts';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import type { GoneItem, ListColumns, ListField, ListValues } from '#schemas/api/list-columns.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { copyOfKeptLists } from '#server/features/kept-lists/closing.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';
import { fetchedExport } from '#tests/support/files/fetched-export.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

const STEP: ListField = {
  apiName: 'step',
  type: 'select',
  label: '进展',
  selectOptions: [
    { value: 'met', label: '已约谈' },
    { value: 'no', label: '不投' },
  ],
};
const ON: ListField = { apiName: 'on', type: 'date', label: '约谈日' };
const SCORE: ListField = { apiName: 'score', type: 'integer', label: '评分' };
const REMARK: ListField = { apiName: 'remark', type: 'text', label: '备注' };

let test: TestApp;
let data: FirmsAndDeals;
let firms: string[];
beforeAll(async () => {
  test = await openTestApp();
  data = new FirmsAndDeals(test);
  await data.begin([]);
  firms = [];
  for (const name of ['鲸图科技', '海豚资本', '海豚数据']) firms.push(await data.create('Firm', { name }));
});
afterAll(() => test.close());

let names = 0;
async function begin(fields: readonly ListField[]): Promise<ListColumns> {
  const list = { objectApiName: 'Firm', name: `清单 ${(names += 1)}` };
  const { id, version } = made(await test.post<KeptList>('member', '/api/list', list));
  made(await test.post('member', `/api/list/${id}/add`, { ids: firms }));
  return made(await set('member', id, version, fields));
}
const set = (who: Who, id: string, version: number, fields: readonly object[]) =>
  test.post<ListColumns>(who, `/api/list/${id}/column`, { version, fields });
const fill = (who: Who, id: string, recordId: string | undefined, version: number, values: object) =>
  test.post<ListValues>(who, `/api/list/${id}/values/${recordId}`, { version, values });
const values = async (who: Who, id: string, ids: readonly (string | undefined)[] = firms) =>
  made(await test.post<ListValues[]>(who, `/api/list/${id}/values`, { ids }));
const share = async (id: string, role: string) =>
  made(await test.post('member', `/api/list/${id}/share`, { account: 'svip', role }));

describe('columns of a list', () => {
  it('are defined as fields are, and refused where a field would be', async () => {
    const list = await begin([STEP, ON, SCORE, REMARK]);
    expect(list.fields.map(({ label }) => label)).toEqual(['进展', '约谈日', '评分', '备注']);
    const wrong = async (fields: readonly object[]) => {
      const answer = await set('member', list.id, list.version, fields);
      return [answer.code, answer.problems[0]?.field];
    };
    const refused = codeOf('INVALID_BODY');
    expect(await wrong([{ ...STEP, selectOptions: [] }])).toEqual([refused, 'fields[0]']);
    expect(await wrong([STEP, { ...ON, label: '进展' }])).toEqual([refused, 'fields[1]']);
    expect(await wrong([STEP, { ...ON, apiName: 'step' }])).toEqual([refused, 'fields[1]']);
    expect(await wrong([{ ...SCORE, type: 'text' }])).toEqual([refused, 'fields[0]']);
    expect((await wrong([{ ...SCORE, type: 'currency' }]))[0]).toBe(refused);
    expect(
      (await wrong(Array.from({ length: 11 }, (_, at) => ({ ...SCORE, apiName: `s${at}`, label: `${at}` }))))[0],
    ).toBe(refused);
    const stale = await set('member', list.id, list.version - 1, []);
    expect(stale.code).toBe(codeOf('CONFLICT'));
  });

  it('are filled in record by record at the version that was read, each value checked as that of a field', async () => {
    const { id } = await begin([STEP, ON, SCORE, REMARK]);
    expect(await values('member', id)).toEqual([]);
    const first = made(
      await fill('member', id, firms[0], 0, { step: 'met', on: '2026-11-20', score: 5, remark: ' 好 ' }),
    );
    expect(first).toEqual({
      recordId: firms[0],
      version: 1,
      values: { step: 'met', on: '2026-11-20', score: 5, remark: '好' },
    });
    expect((await fill('member', id, firms[0], 0, { score: 1 })).code).toBe(codeOf('CONFLICT'));
    const second = made(await fill('member', id, firms[0], 1, { score: null, step: 'no' }));
    expect(second).toMatchObject({ version: 2, values: { step: 'no', on: '2026-11-20', remark: '好' } });
    for (const [apiName, value] of Object.entries({ step: 'yes', on: '2026-13-01', score: 'x', nope: 1 })) {
      const refused = await fill('member', id, firms[0], 2, { [apiName]: value });
      expect([refused.code, refused.problems[0]?.field]).toEqual([codeOf('INVALID_BODY'), apiName]);
    }
    expect(await values('member', id)).toEqual([second]);
    expect((await fill('member', id, '999999', 0, { score: 1 })).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('lose what was filled into one that is left out, and keep the others', async () => {
    const { id, version } = await begin([STEP, REMARK]);
    made(await fill('member', id, firms[1], 0, { step: 'met', remark: '稳' }));
    made(await set('member', id, version, [REMARK]));
    expect(await values('member', id)).toEqual([{ recordId: firms[1], version: 2, values: { remark: '稳' } }]);
    const again = made(await set('member', id, version + 1, [REMARK, STEP]));
    expect(again.fields).toHaveLength(2);
    expect((await values('member', id))[0]?.values).toEqual({ remark: '稳' });
  });

  it('are there again when a record is put back, and follow it into another that it is merged with', async () => {
    const { id } = await begin([REMARK]);
    const [gone, kept] = [await data.create('Firm', { name: '旧名' }), await data.create('Firm', { name: '新名' })];
    made(await test.post('member', `/api/list/${id}/add`, { ids: [gone] }));
    made(await fill('member', id, gone, 0, { remark: '留着' }));
    made(await test.post('member', `/api/list/${id}/take`, { ids: [gone] }));
    expect(await values('member', id, [gone])).toEqual([]);
    made(await test.post('member', `/api/list/${id}/add`, { ids: [gone] }));
    expect((await values('member', id, [gone]))[0]?.values).toEqual({ remark: '留着' });
    await new Merges(test).done('Firm', kept, gone);
    expect(await values('member', id, [kept])).toEqual([{ recordId: kept, version: 1, values: { remark: '留着' } }]);
  });

  it('are filled in by those whom the list is shared with to edit, read by those who may look, and are of no other', async () => {
    const { id, version } = await begin([SCORE]);
    made(await fill('member', id, firms[0], 0, { score: 4 }));
    for (const answer of [
      await test.get('svip', `/api/list/${id}/column`),
      await test.post('svip', `/api/list/${id}/values`, { ids: firms }),
      await fill('svip', id, firms[0], 1, { score: 1 }),
    ])
      expect(answer.code).toBe(codeOf('UNKNOWN_RECORD'));
    await share(id, 'view');
    const seen = made(await test.get<ListColumns>('svip', `/api/list/${id}/column`));
    expect(seen).toMatchObject({ fields: [SCORE], mayFill: false, mayChange: false });
    expect((await values('svip', id))[0]?.values).toEqual({ score: 4 });
    expect((await fill('svip', id, firms[0], 1, { score: 1 })).code).toBe(codeOf('FORBIDDEN'));
    await share(id, 'edit');
    expect(made(await fill('svip', id, firms[0], 1, { score: 1 })).values).toEqual({ score: 1 });
    expect((await set('svip', id, version, [])).code).toBe(codeOf('FORBIDDEN'));
  });

  it('are in the copy of the data that their owner asks for, and in that of no other', async () => {
    const { id } = await begin([REMARK]);
    made(await fill('member', id, firms[0], 0, { remark: '只有我知道' }));
    const copyOf = async (username: string) => {
      const { id: account } = await test.services.database.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      return JSON.stringify(await copyOfKeptLists(test.services.database.db, account));
    };
    expect(await copyOf('member')).toContain('只有我知道');
    expect(await copyOf('svip')).not.toContain('只有我知道');
  });

  it('are exported with the list for those who may see it, one column each, and with no other list', async () => {
    const { id, version } = await begin([STEP, ON, SCORE]);
    made(await fill('member', id, firms[0], 0, { step: 'met', on: '2026-11-20', score: 5 }));
    await share(id, 'view');
    const exported = async (who: Who, filter: object | undefined) => {
      const query = { objectApiName: 'Firm', format: 'csv', fields: ['name'], ...(filter && { filter }) };
      const run = made(await test.post<ExportState>(who, '/api/metadata/export', query));
      return (await fetchedExport(test, who, run.id)).replace('\uFEFF', '').trim().split('\r\n');
    };
    const { name } = made(await test.get<KeptList>('member', `/api/list/${id}`));
    for (const who of ['member', 'svip'] as const) {
      const [head, ...rows] = await exported(who, {
        and: [{ inList: id }, { field: 'name', op: 'contains', value: '图' }],
      });
      expect(head).toBe(['name', `${name}·进展`, `${name}·约谈日`, `${name}·评分`].join(','));
      expect(rows).toEqual(['鲸图科技,已约谈,2026-11-20,5']);
    }
    expect((await exported('member', undefined)).join('\n')).not.toContain('已约谈');
    expect((await exported('member', { not: { inList: id } }))[0]).toBe('name');
    made(await test.post('member', `/api/list/${id}/remove`, { version }));
    const refused = await test.post('svip', '/api/metadata/export', {
      objectApiName: 'Firm',
      format: 'csv',
      filter: { inList: id },
    });
    expect([refused.code, refused.msg]).toEqual([codeOf('INVALID_QUERY'), expect.stringContaining('清单不存在')]);
  });
});

describe('a record on a list that is there no more', () => {
  it('stays on it: an archived one by its last name, a deleted one without, until it is taken off or comes back', async () => {
    const { id } = await begin([REMARK]);
    const [archived, deleted] = [
      await data.create('Firm', { name: '旧企业' }),
      await data.create('Firm', { name: '误建' }),
    ];
    made(await test.post('member', `/api/list/${id}/add`, { ids: [archived, deleted] }));
    made(await fill('member', id, archived, 0, { remark: '仍在' }));
    const retire = (what: string, recordId: string) =>
      test.post('staff', `/api/metadata/data/Firm/${recordId}/${what}`, { reason: '不再维护这家企业' });
    made(await retire('archive', archived));
    made(await retire('delete', deleted));
    const gone = async (who: Who) => made(await test.get<GoneItem[]>(who, `/api/list/${id}/gone`));
    expect((await gone('member')).toSorted((one, other) => Number(one.id) - Number(other.id))).toEqual([
      { id: archived, name: '旧企业' },
      { id: deleted, name: null },
    ]);
    expect((await test.get('svip', `/api/list/${id}/gone`)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(made(await test.get<KeptList>('member', `/api/list/${id}`)).count).toBe(5);
    made(await test.post('member', `/api/list/${id}/take`, { ids: [deleted] }));
    const listed = await test.post<{ list: RecordRow[] }>('staff', '/api/metadata/data/getLayoutAndDataList', {
      objectApiName: 'GoneRecord',
      fields: ['recordId'],
    });
    const kept = made(listed).list.find((row) => row['recordId'] === archived)?.id;
    made(await test.post('staff', `/api/metadata/gone/${kept}/restore`, { reason: '恢复维护这家企业' }));
    expect(await gone('member')).toEqual([]);
    expect((await values('member', id, [archived]))[0]?.values).toEqual({ remark: '仍在' });
  });
});
