import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { hideByUpgrade, made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const text = (apiName: string) => ({ apiName, type: 'text' as const, label: apiName });
const link = { apiName: 'parent', type: 'reference' as const, label: '上级', targetApiName: 'Parent' };
const OWN: Partial<ObjectDefinition> = { access: { list: 'owner', detail: 'owner', create: 'member', edit: 'owner' } };
let test: TestApp;
let parent: string;

async function create(who: Who, object: string, clientKey: string, values: object): Promise<string> {
  return made(await test.post<RecordReply>(who, `/api/metadata/data/${object}`, { clientKey, values })).record.id;
}
const related = (who: Who, place: number) =>
  test.post<ListReply>(who, '/api/metadata/data/getRelatedList', {
    objectApiName: 'Parent',
    id: parent,
    related: place,
  });

beforeAll(async () => {
  test = await openTestApp();
  const bare = newObject('Parent', [text('name')]);
  await saveDefinition(test, bare);
  await saveDefinition(test, newObject('Diary', [text('name'), link], OWN));
  await saveDefinition(test, newObject('Child', [text('name'), text('motto'), link]));
  const list = (objectApiName: string, more: object = {}) => ({
    label: objectApiName,
    objectApiName,
    fields: ['parent'],
    ...more,
  });
  const columns = { columns: ['name', 'motto'], sort: [{ field: 'motto', order: 'asc' as const }] };
  const detail = { sections: [], related: [list('Diary'), list('Child', columns)] };
  made(await saveDefinition(test, { ...bare, layouts: { ...bare.layouts, detail } }));
  parent = await create('staff', 'Parent', 'the-parent', { name: '上级' });
  await create('founder', 'Diary', 'diary-of-founder', { name: '创业者的日记', parent: { id: parent } });
  await create('investor', 'Diary', 'diary-of-investor', { name: '投资人的日记', parent: { id: parent } });
  await create('staff', 'Child', 'the-only-child', { name: '下级', motto: '格言', parent: { id: parent } });
});
afterAll(() => test.close());

describe('a related list', () => {
  it('of records that belong to their owners shows each person only his own', async () => {
    expect((await related('founder', 0)).data.list).toMatchObject([{ name: '创业者的日记' }]);
    expect((await related('investor', 0)).data.list).toMatchObject([{ name: '投资人的日记' }]);
    expect((await related('svip', 0)).data.list).toEqual([]);
    expect((await related('staff', 0)).data.list).toHaveLength(2);
  });

  it('goes on when the other object closes or removes a field that it shows and orders by', async () => {
    expect((await related('founder', 1)).data.list).toMatchObject([{ name: '下级', motto: '格言' }]);
    const child = savedDefinition(test, 'Child');
    const closed = child.fields.map((field) =>
      field.apiName === 'motto' ? { ...field, config: { visibleTo: ['svip'] } } : field,
    );
    expect(await saveDefinition(test, { ...child, fields: closed })).toMatchObject({ code: 0 });
    const seen = await related('founder', 1);
    expect(seen.data.list).toMatchObject([{ name: '下级' }]);
    expect(JSON.stringify(seen)).not.toContain('格言');
    await hideByUpgrade(test, 'Child', 'motto');
    expect((await related('svip', 1)).data.list).toMatchObject([{ name: '下级' }]);
  });

  it('by a field that was removed since is empty, and keeps no user from saving its object', async () => {
    await hideByUpgrade(test, 'Child', 'parent');
    expect(await related('founder', 1)).toMatchObject({ code: 0, data: { list: [], total: 0 } });
    expect(await saveDefinition(test, savedDefinition(test, 'Parent'))).toMatchObject({ code: 0 });
  });
});
