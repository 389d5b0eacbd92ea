import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

test('a section that is removed leaves its tab, and one step back brings both again', async () => {
  const server = new SavedObjects();
  server.change(({ layouts: { detail } }) => {
    detail.sections = [
      { label: '基本信息', fields: ['name'] },
      { label: '所在地', fields: ['city'] },
    ];
    detail.tabs = [{ label: '概览', blocks: ['基本信息', '所在地'] }];
  });
  const deps = buildEditor(server);
  await openEditor(deps);
  fireEvent.click(screen.getByRole('tab', { name: '详情布局' }));
  const { draft } = deps.editor;
  fireEvent.click(screen.getByRole('button', { name: /^移除分区 所在地/ }));
  expect(draft?.current.layouts.detail.tabs).toEqual([{ label: '概览', blocks: ['基本信息'] }]);
  draft?.undo();
  expect(draft?.current.layouts.detail).toEqual(draft?.base?.layouts.detail);
});
