import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { listRecords } from '#schemas/api/records.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { SavedObjects } from './editor-fixture.tsx';
import { dialog, go, isReady, MEETING, openWizard } from './wizard-fixture.tsx';

vi.mock('#client/ui/chart/draw-chart.ts', () => ({ drawChart: () => () => undefined }));

afterEach(cleanup);

const preview = async () => within(await dialog().findByRole('region', { name: '预览' }));
const POINTING = { exists: { objectApiName: 'Visit', fields: ['company'] } };

test('the dialog shows real records of a company that has some, in the columns that are chosen', async () => {
  const saved = new SavedObjects();
  await openWizard('关联列表', true, true, saved);
  fireEvent.click(await dialog().findByLabelText(/其“企业”字段指向本记录/));
  expect(await (await preview()).findByText('首次走访')).toBeTruthy();
  await isReady();
  go('下一步');
  expect(await (await preview()).findByRole('columnheader', { name: '费用' })).toBeTruthy();
  fireEvent.click(await dialog().findByLabelText('费用'));
  await waitFor(async () => expect((await preview()).queryByRole('columnheader', { name: '费用' })).toBeNull());
  const asked = saved.api.callsOf(listRecords) as { objectApiName: string; filter?: object }[];
  expect(asked.find(({ filter }) => filter)).toMatchObject({ objectApiName: 'Company', filter: POINTING });
  expect(asked.at(-1)).toMatchObject({
    objectApiName: 'Visit',
    filter: { field: 'company', op: 'in', value: ['1'] },
    fields: ['title', 'visitedOn', 'result'],
  });
});

test('the dialog shows the groups of a chart, and says how many are not drawn', async () => {
  await openWizard('图表', true);
  fireEvent.click(await dialog().findByLabelText(/其“企业”字段指向本记录/));
  expect(await (await preview()).findByText('选好分组后，这里显示图形。')).toBeTruthy();
  await isReady();
  go('下一步');
  fireEvent.change(await dialog().findByLabelText('按哪个字段分组？'), { target: { value: 'result' } });
  expect(await (await preview()).findByText('样本 4 条')).toBeTruthy();
  expect((await preview()).getByText('另有 2 组较小的未画出')).toBeTruthy();
});

test('the dialog says why records cannot be read', async () => {
  const saved = new SavedObjects();
  await openWizard('关联列表', true, true, saved);
  saved.api.on(listRecords, () => {
    throw refusal('FORBIDDEN');
  });
  fireEvent.click(await dialog().findByLabelText(/其“企业”字段指向本记录/));
  expect(await (await preview()).findByText(/^暂时无法预览：/)).toBeTruthy();
});

test('the dialog says so where no record has any', async () => {
  const saved = new SavedObjects();
  const { preview: store } = await openWizard('关联列表', true, true, saved);
  saved.api.on(listRecords, () => ({ layout: null, list: [], total: 0, totalIsExact: true, after: null }));
  fireEvent.click(await dialog().findByLabelText(/其“企业”字段指向本记录/));
  expect(await (await preview()).findByText(/还没有.*有这样的关联记录/)).toBeTruthy();
  expect(store.pointing).toHaveLength(1);
});

test('records two links away are reached by way of those that point here, in lists', async () => {
  const saved = new SavedObjects();
  const { editor } = await openWizard('关联列表', true, true, saved, MEETING);
  fireEvent.click(await dialog().findByLabelText(/隔一层的记录/));
  go('下一步');
  expect(dialog().getByText('第 2 步，共 6 步：经由哪些记录？')).toBeTruthy();
  fireEvent.click(dialog().getByLabelText(/其“企业”字段指向本记录/));
  await isReady();
  go('下一步');
  expect(await dialog().findByText(/机构 ← 基金 ← 交易/)).toBeTruthy();
  fireEvent.click(await dialog().findByLabelText(/“走访”的“见到的人”字段指向的记录/));
  expect(await (await preview()).findByText('示例联系人')).toBeTruthy();
  const asked = saved.api.callsOf(listRecords) as { objectApiName: string; filter?: object }[];
  expect(asked.at(-1)).toMatchObject({
    objectApiName: 'Person',
    filter: {
      exists: { objectApiName: 'Visit', fields: ['met'], filter: { field: 'company', op: 'in', value: ['1'] } },
    },
  });
  await isReady();
  go('下一步');
  await dialog().findByRole('group', { name: '显示哪些列？' });
  go('下一步');
  expect(await dialog().findByText('经由的走访多的在前')).toBeTruthy();
  go('下一步');
  await dialog().findByLabelText(/叫什么名称/);
  go('添加');
  await waitFor(() =>
    expect(editor.definition?.layouts.detail.related).toEqual([
      {
        label: 'Person',
        objectApiName: 'Person',
        through: { objectApiName: 'Visit', from: ['company'], to: ['met'] },
        columns: ['name'],
      },
    ]),
  );
});

test('a direct answer after an indirect one takes the way back out', async () => {
  const { editor } = await openWizard('图表', true, true, new SavedObjects(), MEETING);
  fireEvent.click(await dialog().findByLabelText(/隔一层的记录/));
  expect(dialog().getByText(/第 1 步，共 7 步/)).toBeTruthy();
  fireEvent.click(dialog().getByLabelText(/其“企业”字段指向本记录/));
  expect(dialog().getByText(/第 1 步，共 5 步/)).toBeTruthy();
  await isReady();
  go('下一步');
  fireEvent.change(await dialog().findByLabelText('按哪个字段分组？'), { target: { value: 'result' } });
  go('下一步');
  await dialog().findByLabelText('每一组显示什么数值？');
  go('下一步');
  await dialog().findByLabelText('饼形');
  go('下一步');
  await dialog().findByLabelText(/叫什么名称/);
  go('添加');
  await waitFor(() => expect(editor.definition?.layouts.detail.charts?.[0]).toMatchObject({ fields: ['company'] }));
  expect(editor.definition?.layouts.detail.charts?.[0]).not.toHaveProperty('through');
});

test('what is added without the questions is in the tab that is open in the preview, which goes there', async () => {
  const saved = new SavedObjects();
  saved.change(({ layouts }) => {
    layouts.detail.sections = [{ label: '基本信息', fields: ['name'] }];
    layouts.detail.related = [{ label: '走访记录', objectApiName: 'Visit', fields: ['company'] }];
    layouts.detail.tabs = [
      { label: '概览', blocks: ['基本信息'] },
      { label: '走访', blocks: ['走访记录'] },
    ];
  });
  const { editor, uiState } = await openWizard('图表', true, true, saved);
  go('跳过向导');
  const blocks = (at: number) => editor.definition?.layouts.detail.tabs?.[at]?.blocks;
  await waitFor(() => expect(blocks(0)).toEqual(['基本信息', '图表 1']));
  uiState.shut();
  fireEvent.click(await screen.findByRole('tab', { name: '走访' }));
  fireEvent.click(screen.getByRole('button', { name: '添加图表' }));
  go('跳过向导');
  await waitFor(() => expect(blocks(1)).toEqual(['走访记录', '图表 2']));
  const revealed: unknown[] = [];
  Element.prototype.scrollIntoView = function reveal(this: Element) {
    revealed.push(this.getAttribute('title'));
  };
  uiState.shut();
  const page = within(await screen.findByRole('group', { name: '详情预览' }));
  expect((await page.findByTitle('图表 2')).getAttribute('aria-current')).toBe('true');
  expect(revealed).toContain('图表 2');
});
