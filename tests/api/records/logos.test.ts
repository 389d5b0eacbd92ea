import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { storedPicture } from '#tests/support/files/stored-file.ts';

const DATA = '/api/metadata/data';
const MEMBERS = { list: 'member', detail: 'svip', create: 'staff', edit: 'staff' } as const;
let test: TestApp;
let url: string;

/** An object whose records are known by a picture, with one record. */
async function withPicture(apiName: string, config: FieldDefinition['config'] = {}) {
  const fields: FieldDefinition[] = [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'city', type: 'text', label: '城市' },
    { apiName: 'face', type: 'image', label: '照片', config },
  ];
  const plain = newObject(apiName, fields, { access: MEMBERS });
  const list = { columns: ['name', 'city'], filters: [], sort: [] };
  const layouts: ObjectDefinition['layouts'] = {
    ...plain.layouts,
    list,
    detail: { sections: [], related: [], logo: 'face' },
  };
  made(await saveDefinition(test, { ...plain, layouts }));
  const values = { name: '示例', city: '杭州', face: { url, name: 'picture.png' } };
  made(await test.post<RecordReply>('staff', `${DATA}/${apiName}`, { clientKey: `of-${apiName}-1`, values }));
}

async function list(who: Who, query: object) {
  return made(await test.post<ListReply>(who, `${DATA}/getLayoutAndDataList`, query));
}

beforeAll(async () => {
  test = await openTestApp();
  ({ url } = await storedPicture(test.services.database.db, null));
  await withPicture('Open');
  await withPicture('Closed', { visibleTo: ['svip'] });
});
afterAll(() => test.close());

describe('the picture beside the names of a list', () => {
  it('comes with the rows of those who ask for it, whatever columns they see, and with no others', async () => {
    const { layout, list: rows } = await list('founder', { objectApiName: 'Open', withLogo: true });
    expect(layout).toMatchObject({ logo: 'face', columns: ['name', 'city'] });
    expect(rows).toMatchObject([{ name: '示例', city: '杭州', face: { url } }]);
    const chosen = await list('founder', { objectApiName: 'Open', withLogo: true, fields: ['name'] });
    expect(chosen.list).toMatchObject([{ name: '示例', face: { url } }]);
    const plain = await list('founder', { objectApiName: 'Open' });
    expect(plain.list[0]).not.toHaveProperty('face');
  });

  it('does not reach those who may not see it', async () => {
    const closed = await list('founder', { objectApiName: 'Closed', withLogo: true });
    expect(closed.layout).not.toHaveProperty('logo');
    expect(JSON.stringify(closed)).not.toContain(url);
    expect(JSON.stringify(closed)).not.toContain('face');
    const open = await list('svip', { objectApiName: 'Closed', withLogo: true });
    expect(open.list).toMatchObject([{ face: { url } }]);
  });
});

describe('the picture before the name of a linked record', () => {
  it('comes with the name, in one statement for all rows, and only where it is for all users', async () => {
    const link = (apiName: string, targetApiName: string): FieldDefinition => ({
      apiName,
      type: apiName.endsWith('s') ? 'multiReference' : 'reference',
      label: apiName,
      targetApiName,
    });
    const fields = [
      { apiName: 'name', type: 'text' as const, label: '名称' },
      link('one', 'Open'),
      link('others', 'Closed'),
    ];
    made(await saveDefinition(test, newObject('Linking', fields)));
    const idOf = async (apiName: string) => (await list('staff', { objectApiName: apiName })).list[0]?.id ?? '';
    const values = { name: '关联', one: { id: await idOf('Open') }, others: [{ id: await idOf('Closed') }] };
    for (const row of [1, 2])
      made(await test.post('staff', `${DATA}/Linking`, { clientKey: `linking-${row}`, values }));
    const { list: rows } = await list('founder', { objectApiName: 'Linking', fields: ['name', 'one', 'others'] });
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row['one']).toEqual({ id: values.one.id, name: '示例', logo: url });
      expect(row['others']).toEqual([{ id: values.others[0]?.id, name: '示例' }]);
    }
  });

  it('is ignored where a link is written back as it was read', async () => {
    const { list: rows } = await list('staff', { objectApiName: 'Linking', fields: ['one'] });
    const [row] = rows;
    const read = made(await test.get<RecordReply>('staff', `${DATA}/Linking/${row?.id}`));
    const written = {
      version: read.record['version'],
      values: { one: { ...(row?.['one'] as object), logo: '/files/x' } },
    };
    made(await test.post('staff', `${DATA}/Linking/${row?.id}`, written));
    const { list: after } = await list('staff', { objectApiName: 'Linking', fields: ['one'] });
    expect(after[0]?.['one']).toMatchObject({ logo: url });
  });
});
