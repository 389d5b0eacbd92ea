import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { planRenaming, renameField } from '#schemas/api/field-renaming.ts';
import { renamedDefinition } from '#generators/language/renamed-definition.ts';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog', { name: '修改标识' }));
const name = (text: string) => fireEvent.change(dialog().getByLabelText(/字段标识/), { target: { value: text } });

function renamingServer(changed: string[] = [], kept: string[] = []) {
  const server = new SavedObjects();
  server.api
    .on(planRenaming, () => ({ changed, kept, steps: [] }))
    .on(renameField, ({ body }) => {
      const { objectApiName, from, to } = body;
      const definition = renamedDefinition(server.definition, { objectApiName, from, to });
      server.definition = { ...definition, version: body.baseVersion + 1 };
      return { definition: server.definition, steps: [] };
    });
  return server;
}

test('staff give a saved field another identifier once they have read what is changed with it', async () => {
  const server = renamingServer(['对象“项目”的字段“总部”'], ['保存的视图“北京企业”']);
  const deps = buildEditor(server);
  await openEditor(deps);
  press('城市');
  press('修改标识');
  const confirm = () => dialog().getByRole('button', { name: '修改' });
  expect(confirm()).toHaveProperty('disabled', true);
  name('location');
  expect(await dialog().findByText('对象“项目”的字段“总部”')).toBeDefined();
  expect(dialog().getByText('保存的视图“北京企业”')).toBeDefined();
  fireEvent.click(confirm());
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '修改标识' })).toBeNull());
  expect(deps.editor.definition?.fields[1]).toMatchObject({ apiName: 'location', config: { formerNames: ['city'] } });
  expect(deps.editor.draft?.isDirty).toBe(false);
  expect((await screen.findByLabelText<HTMLInputElement>(/字段标识/)).value).toBe('location');
});

test('an identifier that another field has is refused while it is typed', async () => {
  await openEditor(buildEditor(renamingServer()));
  press('城市');
  press('修改标识');
  name('staffCount');
  expect(dialog().getByRole('alert').textContent).toContain('与字段“人数”重复');
  name('Staff count');
  expect(dialog().getByRole('alert').textContent).toContain('以小写字母开头');
  expect(dialog().getByRole('button', { name: '修改' })).toHaveProperty('disabled', true);
});

test('changes that are not saved are saved or dropped first', async () => {
  const deps = buildEditor(renamingServer());
  await openEditor(deps);
  press('城市');
  fireEvent.change(screen.getByLabelText('最大长度'), { target: { value: '60' } });
  press('修改标识');
  expect(dialog().getByRole('alert').textContent).toContain('有未保存的修改');
  expect(dialog().getByLabelText(/字段标识/)).toHaveProperty('disabled', true);
});

test('a field that is not saved yet has no other identifier to be given', async () => {
  const deps = buildEditor(renamingServer());
  await openEditor(deps);
  const { draft } = deps.editor;
  const fields = [...(draft?.current.fields ?? []), { apiName: 'fresh', type: 'text', label: '新字段' } as const];
  if (draft) draft.change({ ...draft.current, fields });
  fireEvent.click(await screen.findByRole('button', { name: '新字段' }));
  await screen.findByLabelText(/字段标识/);
  expect(screen.queryByRole('button', { name: '修改标识' })).toBeNull();
});
