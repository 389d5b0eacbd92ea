import { describe, expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { saveObject } from '#schemas/api/metadata.ts';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import { buildEditor, MemoryStorage, SavedObjects } from './editor-fixture.tsx';

async function opened(server: SavedObjects, storage?: MemoryStorage) {
  const deps = buildEditor(server, storage);
  await deps.editor.open();
  return deps;
}

function draftOf({ editor }: EditorDeps) {
  if (!editor.draft) throw new Error('not open');
  return editor.draft;
}

/** Changes one attribute of one field in the draft. */
function edit(deps: EditorDeps, apiName: string, change: object): void {
  const draft = draftOf(deps);
  const fields = draft.current.fields.map((field) => (field.apiName === apiName ? { ...field, ...change } : field));
  draft.change({ ...draft.current, fields });
}

const set = (apiName: string, change: object) => (definition: ObjectDefinition) => {
  Object.assign(definition.fields.find((field) => field.apiName === apiName) ?? {}, change);
};
const changed = { type: 'metadata.changed', objectApiName: 'Company', version: 2 } as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('saving', () => {
  test('makes the next version, once, and leaves nothing to save', async () => {
    const server = new SavedObjects();
    const deps = await opened(server);
    edit(deps, 'city', { label: '所在城市' });
    const both = await Promise.all([deps.editor.save(), deps.editor.save()]);
    expect(both).toEqual([true, false]);
    expect(server.api.callsOf(saveObject)).toHaveLength(1);
    expect(server.definition).toMatchObject({ version: 2, fields: [{}, { label: '所在城市' }, {}] });
    expect([draftOf(deps).isDirty, deps.editor.savedVersion]).toEqual([false, 2]);
  });

  test('on top of a version that another saved first is refused with who, when and what, and nothing is lost', async () => {
    const server = new SavedObjects();
    const deps = await opened(server);
    edit(deps, 'city', { label: '所在城市' });
    server.change(set('city', { config: { help: '总部所在' } }));
    expect(await deps.editor.save()).toBe(false);
    expect(deps.editor.newer).toMatchObject({ version: 2, authorName: '王敏', changes: server.changes });
    expect(draftOf(deps).current.fields[1]).toMatchObject({ label: '所在城市' });
    expect(server.definition.fields[1]).toMatchObject({ label: '城市', config: { help: '总部所在' } });
  });
});

describe('another person saves', () => {
  test('while nothing is changed here: the editor follows and says so', async () => {
    const server = new SavedObjects();
    const deps = await opened(server);
    server.change(set('city', { label: '所在地' }));
    deps.editor.receive(changed);
    await settled();
    expect(draftOf(deps).current.fields[1]?.label).toBe('所在地');
    expect([deps.editor.followed, draftOf(deps).isDirty]).toEqual([2, false]);
  });

  test('while something is: it is shown before saving, and the draft stays', async () => {
    const server = new SavedObjects();
    const deps = await opened(server);
    edit(deps, 'staffCount', { label: '员工数' });
    server.change(set('city', { label: '所在地' }));
    deps.editor.receive(changed);
    await settled();
    await settled();
    expect(deps.editor.newer).toMatchObject({ version: 2, authorName: '王敏' });
    expect(draftOf(deps).current.fields.map((field) => field.label)).toEqual(['名称', '城市', '员工数']);
  });

  test('merging keeps both and is saved on top of theirs', async () => {
    const server = new SavedObjects();
    const deps = await opened(server);
    edit(deps, 'staffCount', { label: '员工数' });
    server.change(set('city', { label: '所在地' }));
    await deps.editor.save();
    deps.editor.startMerge();
    expect(deps.editor.merge).toBeUndefined();
    expect(await deps.editor.save()).toBe(true);
    expect(server.definition.version).toBe(3);
    expect(server.definition.fields.map((field) => field.label)).toEqual(['名称', '所在地', '员工数']);
  });

  test('giving up leads to what they saved', async () => {
    const server = new SavedObjects();
    const deps = await opened(server);
    edit(deps, 'city', { label: '甲' });
    server.change(set('city', { label: '乙' }));
    await deps.editor.save();
    deps.editor.discard();
    expect([draftOf(deps).current.fields[1]?.label, draftOf(deps).baseVersion]).toEqual(['乙', 2]);
    expect(deps.editor.newer).toBeUndefined();
  });
});

describe('a draft left in the browser', () => {
  const leave = async (server: SavedObjects, storage: MemoryStorage) => {
    const deps = await opened(server, storage);
    edit(deps, 'city', { label: '改到一半' });
    deps.editor.close();
  };

  test('is offered with its age and nothing else is kept over it; brought back, it goes on', async () => {
    const [server, storage] = [new SavedObjects(), new MemoryStorage()];
    await leave(server, storage);
    const again = await opened(server, storage);
    expect(again.editor.kept?.savedAt).toBe(again.now());
    again.editor.flush();
    again.editor.restoreKept();
    expect(draftOf(again).current.fields[1]?.label).toBe('改到一半');
  });

  test('that began at an older version names the newer one when brought back', async () => {
    const [server, storage] = [new SavedObjects(), new MemoryStorage()];
    await leave(server, storage);
    server.change(set('staffCount', { label: '员工数' }));
    const again = await opened(server, storage);
    again.editor.restoreKept();
    expect(again.editor.newer?.version).toBe(2);
    again.editor.startMerge();
    expect(draftOf(again).current.fields.map((field) => field.label)).toEqual(['名称', '改到一半', '员工数']);
  });

  test('is gone when thrown away', async () => {
    const [server, storage] = [new SavedObjects(), new MemoryStorage()];
    await leave(server, storage);
    const again = await opened(server, storage);
    again.editor.dropKept();
    expect([storage.entries.size, again.editor.kept]).toEqual([0, undefined]);
  });
});
