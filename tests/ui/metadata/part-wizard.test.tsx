import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SavedObjects } from './editor-fixture.tsx';
import { dialog, go, openWizard } from './wizard-fixture.tsx';

vi.mock('#client/ui/chart/draw-chart.ts', () => ({ drawChart: () => () => undefined }));

afterEach(cleanup);

test('a related list is asked for one question at a time, and proposes columns and a name', async () => {
  const { editor, uiState } = await openWizard('关联列表', true);
  expect(dialog().getByRole('status').textContent).toBe('第 1 步，共 4 步：要在页面上列出哪些记录？');
  fireEvent.click(await dialog().findByLabelText(/其“企业”字段指向本记录/));
  await waitFor(() => expect(dialog().getByRole('button', { name: '下一步' })).toHaveProperty('disabled', false));
  go('下一步');
  expect(await dialog().findByRole('group', { name: '显示哪些列？' })).toBeTruthy();
  expect(dialog().getByLabelText('标题')).toHaveProperty('checked', true);
  expect(dialog().getByLabelText('企业')).toHaveProperty('checked', false);
  fireEvent.click(dialog().getByLabelText('费用'));
  go('下一步');
  fireEvent.change(await dialog().findByLabelText('按什么排列？'), { target: { value: 'visitedOn' } });
  go('下一步');
  expect(await dialog().findByLabelText(/叫什么名称/)).toHaveProperty('value', '走访');
  go('添加');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(editor.definition?.layouts.detail.related).toEqual([
    {
      label: '走访',
      objectApiName: 'Visit',
      fields: ['company'],
      columns: ['title', 'visitedOn', 'result'],
      sort: [{ field: 'visitedOn', order: 'desc' }],
    },
  ]);
  expect(uiState.selection).toBeUndefined();
  const parts = within(await screen.findByRole('list', { name: '关联列表' }));
  expect(parts.getByRole('listitem').textContent).toContain('刚添加');
});

test('a part is put in the tab that is chosen, shows there in the preview, and leaves it when it is removed', async () => {
  const saved = new SavedObjects();
  saved.change(({ layouts }) => {
    layouts.detail.sections = [{ label: '基本信息', fields: ['name'] }];
    layouts.detail.related = [{ label: '走访记录', objectApiName: 'Visit', fields: ['company'] }];
    layouts.detail.tabs = [
      { label: '概览', blocks: ['基本信息'] },
      { label: '走访', blocks: ['走访记录'] },
    ];
  });
  const { editor } = await openWizard('图表', true, true, saved);
  const placeChart = async (tab: string) => {
    fireEvent.click(await dialog().findByLabelText(/其“企业”字段指向本记录/));
    await waitFor(() => expect(dialog().getByRole('button', { name: '下一步' })).toHaveProperty('disabled', false));
    go('下一步');
    fireEvent.change(await dialog().findByLabelText('按哪个字段分组？'), { target: { value: 'result' } });
    go('下一步');
    await dialog().findByLabelText('每一组显示什么数值？');
    go('下一步');
    await dialog().findByLabelText('饼形');
    go('下一步');
    expect(await dialog().findByLabelText(/^概览/)).toHaveProperty('checked', true);
    fireEvent.click(dialog().getByRole('radio', { name: new RegExp(`^${tab}`) }));
    go('下一步');
    await dialog().findByLabelText(/叫什么名称/);
    go('添加');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await placeChart('概览');
  fireEvent.click(screen.getByRole('button', { name: '添加图表' }));
  await placeChart('走访');
  expect(editor.definition?.layouts.detail.tabs).toEqual([
    { label: '概览', blocks: ['基本信息', '走访按结论分布'] },
    { label: '走访', blocks: ['走访记录', '走访按结论分布 2'] },
  ]);
  const preview = within(await screen.findByRole('group', { name: '详情预览' }));
  expect(await preview.findByTitle('走访按结论分布 2')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '移除 走访按结论分布 2' }));
  expect(editor.definition?.layouts.detail.tabs?.[1]).toEqual({ label: '走访', blocks: ['走访记录'] });
});

test('a chart is asked for by what it counts, how it groups and what it adds up; a step back keeps the answers', async () => {
  const { editor } = await openWizard('图表', true);
  fireEvent.click(await dialog().findByLabelText(/其“企业”字段指向本记录/));
  await waitFor(() => expect(dialog().getByRole('button', { name: '下一步' })).toHaveProperty('disabled', false));
  go('下一步');
  fireEvent.change(await dialog().findByLabelText('按哪个字段分组？'), { target: { value: 'result' } });
  go('下一步');
  fireEvent.change(await dialog().findByLabelText('每一组显示什么数值？'), { target: { value: 'cost' } });
  go('上一步');
  expect(await dialog().findByLabelText('按哪个字段分组？')).toHaveProperty('value', 'result');
  go('下一步');
  await dialog().findByLabelText('每一组显示什么数值？');
  go('下一步');
  const shapes = (await dialog().findAllByRole('radio')).map((radio) => radio.closest('label')?.textContent);
  expect(shapes).toEqual(['柱形', '折线', '饼形']);
  expect(dialog().getByText('柱形比较各组的多少，折线看随时间的变化，饼形看各组占的份额')).toBeTruthy();
  fireEvent.click(dialog().getByLabelText('饼形'));
  go('下一步');
  expect(await dialog().findByLabelText(/叫什么名称/)).toHaveProperty('value', '走访按结论分布');
  go('添加');
  await waitFor(() =>
    expect(editor.definition?.layouts.detail.charts).toEqual([
      {
        label: '走访按结论分布',
        kind: 'pie',
        objectApiName: 'Visit',
        fields: ['company'],
        groupBy: { field: 'result' },
        measure: { sum: 'cost' },
      },
    ]),
  );
});

test('an object that none points at says what to do first, and the wizard can be skipped', async () => {
  const { editor, uiState } = await openWizard('关联列表', false);
  expect((await dialog().findByText(/还没有对象指向这里/)).textContent).toContain('“关联”类型的字段');
  expect(dialog().getByRole('button', { name: '下一步' })).toHaveProperty('disabled', true);
  go('跳过向导');
  await waitFor(() => expect(uiState.selection).toEqual({ kind: 'part', list: 'related', index: 0 }));
  expect(editor.definition?.layouts.detail.related).toEqual([{ label: '关联列表 1' }]);
});

test('a narrow screen, which has no preview beside the page, offers the same records', async () => {
  await openWizard('图表', true, false);
  expect(await dialog().findByLabelText(/其“企业”字段指向本记录/)).toHaveProperty('type', 'radio');
});
