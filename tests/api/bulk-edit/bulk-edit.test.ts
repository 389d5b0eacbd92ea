import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '#tests/support/app/test-app.ts';
import { BulkDesk } from '#tests/support/bulk-edit/bulk-desk.ts';

let desk: BulkDesk;
beforeAll(async () => {
  desk = await BulkDesk.open();
});
afterAll(() => desk.close());

const set = (field: string, value: unknown) => ({ field, how: 'set' as const, value });

describe('A bulk edit', () => {
  it('shows before it writes how many records change, stay and are refused, by which rule, and some of them', async () => {
    const town = await desk.create('Town', { name: '河口' });
    const ids = await desk.shops([
      { name: '一号', size: 20, stage: '新', town: { id: town } },
      { name: '二号', size: 3, stage: '新' },
      { name: '三号', size: 12, stage: '老' },
    ]);
    const { state, total, preview, words } = await desk.preview([set('stage', '老')], { ids });
    expect([state, total, words]).toEqual(['ready', 3, 'stage 设为 老']);
    expect(preview).toMatchObject({ seen: 3, changing: 1, unchanged: 1, refused: 1 });
    expect(preview?.refusals).toEqual([
      {
        field: 'size',
        label: 'size',
        message: '老店的规模不能小于 10',
        records: 1,
        example: { id: ids[1], name: '二号' },
      },
    ]);
    expect(preview?.samples).toEqual([{ id: ids[0], name: '一号', changes: { stage: { before: '新', after: '老' } } }]);
    expect((await desk.read('Shop', ids[0] ?? ''))['stage']).toBe('新');
  });

  it('counts the records whose roll-ups follow, and their roll-ups are right when it has ended', async () => {
    const [from, to] = [await desk.create('Town', { name: '旧城' }), await desk.create('Town', { name: '新城' })];
    const ids = await desk.shops([1, 2, 3].map((each) => ({ name: `迁 ${each}`, town: { id: from } })));
    const bulk = await desk.preview([set('town', { id: to })], { ids });
    expect(bulk.preview?.parents).toBe(2);
    expect(await desk.run(bulk)).toMatchObject({ state: 'finished', counts: { changed: 3 } });
    await desk.app.services.derived.drain();
    expect([(await desk.read('Town', from))['shops'], (await desk.read('Town', to))['shops']]).toEqual([0, 3]);
  });

  it('sets, clears, adds to lists, takes out of them, and replaces one option by another, in one go', async () => {
    const [id = ''] = await desk.shops([{ name: '多项', size: 1, stage: '新', tags: ['甲', '乙'], note: '旧' }]);
    const bulk = await desk.preview(
      [
        set('size', 7),
        { field: 'note', how: 'clear' },
        { field: 'tags', how: 'replace', from: ['甲'], value: ['丙'] },
        { field: 'stage', how: 'replace', from: '新', value: '熟' },
      ],
      { ids: [id] },
    );
    await desk.run(bulk);
    const { size, note, tags, stage, double } = await desk.read('Shop', id);
    expect({ size, note, tags, stage, double }).toEqual({
      size: 7,
      note: undefined,
      tags: ['丙', '乙'],
      stage: '熟',
      double: '14',
    });
    await desk.run(await desk.preview([{ field: 'tags', how: 'add', value: ['甲', '乙'] }], { ids: [id] }));
    expect((await desk.read('Shop', id))['tags']).toEqual(['丙', '乙', '甲']);
    await desk.run(await desk.preview([{ field: 'tags', how: 'remove', value: ['乙', '丙'] }], { ids: [id] }));
    expect((await desk.read('Shop', id))['tags']).toEqual(['甲']);
  });

  it('is about the records that matched when it was asked for, all but those left out', async () => {
    const ids = await desk.shops(['甲', '乙', '丙'].map((name) => ({ name: `冻结${name}`, size: 1 })));
    const filter = { field: 'name', op: 'contains', value: '冻结' };
    const bulk = await desk.preview([set('size', 5)], { filter, except: [ids[2] ?? ''] });
    const [late = ''] = await desk.shops([{ name: '冻结丁', size: 1 }]);
    await desk.run(bulk);
    const sizes = await Promise.all([...ids, late].map(async (id) => (await desk.read('Shop', id))['size']));
    expect(sizes).toEqual([5, 5, 1, 1]);
  });

  it('leaves alone what was changed since the preview, and names it with the reason', async () => {
    const [one = '', two = ''] = await desk.shops([
      { name: '动', size: 1 },
      { name: '静', size: 1 },
    ]);
    const bulk = await desk.preview([set('size', 9)], { ids: [one, two] });
    await desk.change(one, { note: '刚刚改过' });
    expect((await desk.run(bulk)).counts).toEqual({ changed: 1, unchanged: 0, refused: 0, skipped: 1, gone: 0 });
    expect((await desk.read('Shop', one))['size']).toBe(1);
    const left = await desk.list('BulkException', { filter: { field: 'bulkEdit', op: 'in', value: [bulk.id] } });
    expect(left).toMatchObject([{ recordId: one, reason: '预览之后已被他人修改，未处理' }]);
  });

  it('is undone as a whole, save what was changed since', async () => {
    const [one = '', two = ''] = await desk.shops([
      { name: '还原', size: 1, tags: ['甲'] },
      { name: '保留', size: 2 },
    ]);
    const bulk = await desk.run(await desk.preview([set('size', 8), set('tags', ['丙'])], { ids: [one, two] }));
    await desk.change(two, { note: '人工核对' });
    expect(await desk.undo(bulk.id)).toMatchObject({ state: 'undone', undone: { restored: 1, kept: 1 } });
    expect(await desk.read('Shop', one)).toMatchObject({ size: 1, tags: ['甲'] });
    expect(await desk.read('Shop', two)).toMatchObject({ size: 8, tags: ['丙'], note: '人工核对' });
    const undone = { field: 'state', op: 'in', value: ['undone'] };
    const [row] = await desk.list('BulkEdit', { filter: undone, fields: ['changed', 'restored', 'kept'] });
    expect(row).toMatchObject({ id: bulk.id, changed: 2, restored: 1, kept: 1 });
  });

  it('of five thousand records is confirmed by their number, and undone', async () => {
    const ids = await desk.shops(Array.from({ length: 5000 }, (_, index) => ({ name: `批 ${index}`, size: index })));
    const filter = { field: 'name', op: 'contains', value: '批 ' };
    const bulk = await desk.preview([set('note', '统一')], { filter });
    expect(bulk.preview).toMatchObject({ changing: 5000 });
    expect(bulk.preview?.samples).toHaveLength(20);
    for (const body of [{}, { count: 4999 }])
      expect((await desk.confirm(bulk.id, body)).code).toBe(codeOf('INVALID_BODY'));
    expect((await desk.run(bulk)).counts).toMatchObject({ changed: 5000 });
    expect(await desk.undo(bulk.id)).toMatchObject({ state: 'undone', undone: { restored: 5000, kept: 0 } });
    const last = await desk.read('Shop', ids.at(-1) ?? '');
    expect([last['note'], last['size'], last['version']]).toEqual([undefined, 4999, 3]);
  });

  it('writes the history of each record, and what staff did into the log', async () => {
    const [id = ''] = await desk.shops([{ name: '有史', size: 1 }]);
    const bulk = await desk.run(await desk.preview([set('size', 2)], { ids: [id] }));
    const history = await desk.app.get<{ origin: string }[]>('staff', `/api/metadata/data/Shop/${id}/history`);
    expect(history.data[0]).toMatchObject({
      origin: `bulk:${bulk.id}`,
      changes: [
        { field: 'size', before: 1, after: 2 },
        { field: 'double', before: '2', after: '4' },
      ],
    });
    const log = await desk.list('LogEntry', { sort: [{ field: 'at', order: 'desc' }] });
    expect(JSON.stringify(log)).toContain('统一口径');
  });
});

describe('A bulk edit is refused', () => {
  it('to all but staff', async () => {
    const [id = ''] = await desk.shops([{ name: '权限' }]);
    const bulk = await desk.preview([set('size', 2)], { ids: [id] });
    for (const who of ['member', 'founder', 'investor', 'svip'] as const) {
      expect((await desk.ask([set('size', 2)], { ids: [id] }, who)).code).toBe(codeOf('FORBIDDEN'));
      expect((await desk.cancel(bulk.id, who)).code).toBe(codeOf('FORBIDDEN'));
    }
    expect((await desk.ask([set('size', 2)], { ids: [id] }, 'visitor')).code).toBe(codeOf('SESSION_INVALID'));
  });

  it.each([
    ['name', '字段“name”不能批量修改'],
    ['licence', '字段“licence”不能批量修改'],
    ['phone', '字段“phone”不能批量修改'],
    ['double', '字段“double”不能批量修改'],
    ['nothing', '没有字段“nothing”'],
  ])('for the field %s, which metadata keeps from it', async (field, message) => {
    const [id = ''] = await desk.shops([{ name: '不可' }]);
    const { code, problems } = await desk.ask([set(field, '1')], { ids: [id] });
    expect(code).toBe(codeOf('INVALID_BODY'));
    expect(problems).toContainEqual({ field, message });
  });

  it('without a change, without a value, twice for one field, for no record, and in a way that the field has not', async () => {
    const ids = await desk.shops([{ name: '错' }]);
    const problemsOf = async (changes: Parameters<BulkDesk['ask']>[0]) =>
      (await desk.ask(changes, { ids })).problems.map(({ message }) => message);
    expect((await desk.ask([], { ids })).msg).toBe('请选择要修改的字段');
    expect(await problemsOf([set('size', null)])).toEqual(['请填写“size”的值']);
    expect(await problemsOf([set('size', 1), set('size', 2)])).toEqual(['字段“size”重复']);
    expect(await problemsOf([{ field: 'size', how: 'add', value: 1 }])).toEqual(['字段“size”不能“加入”']);
    expect((await desk.ask([set('size', 1)], { ids: ['999999999'] })).msg).toBe('没有选中任何记录');
    expect((await desk.ask([set('size', 1)], { ids, objectApiName: 'BulkEdit' })).code).toBe(codeOf('FORBIDDEN'));
  });

  it('a second confirmation, and an undoing of what wrote nothing', async () => {
    const ids = await desk.shops([{ name: '二次', size: 1 }]);
    const bulk = await desk.preview([set('size', 2)], { ids });
    expect((await desk.cancel(bulk.id)).data.state).toBe('cancelled');
    expect((await desk.confirm(bulk.id)).code).toBe(codeOf('CONFLICT'));
    expect((await desk.cancel(bulk.id)).code).toBe(codeOf('CONFLICT'));
    const undo = await desk.app.post('staff', `/api/metadata/bulk/${bulk.id}/undo`, { reason: '试试' });
    expect(undo.msg).toBe('这次批量编辑没有写入任何内容，不需要撤销');
  });

  it('a second time under the same key: it is the first one again', async () => {
    const ids = await desk.shops([{ name: '同键', size: 1 }]);
    const order = { ids, clientKey: 'same-key-twice' };
    const [first, second] = [await desk.ask([set('size', 2)], order), await desk.ask([set('size', 3)], order)];
    expect(second.data).toMatchObject({ id: first.data.id, words: 'size 设为 2' });
  });
});
