import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type ImportDetail,
  type ImportJob,
  listImports,
  mapImport,
  previewImport,
  readImport,
  startImport,
  stopImport,
} from '#schemas/api/imports.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { theme } from '#client/app/shell/theme.ts';
import { ImportPage } from '#client/features/imports/import-page.tsx';
import { ImportStore } from '#client/features/imports/import-store.ts';
import { ImportsPage } from '#client/features/imports/imports-page.tsx';
import { ImportsStore } from '#client/features/imports/imports-store.ts';
import type { Uploads } from '#client/lib/api.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';

afterEach(cleanup);

const ID = 'a'.repeat(32);
const JOB: ImportJob = {
  id: ID,
  objectApiName: 'InsightCompany',
  fileName: '<b>名单</b>.csv',
  fileBytes: 2048,
  format: 'csv',
  author: '运营',
  createdAt: '2026-11-21T04:00:00.000Z',
  task: null,
  state: 'draft',
  problem: '',
  counts: null,
  undone: null,
  undoneBy: '',
};
const COUNTS = {
  lines: 3,
  blank: 0,
  rows: 3,
  created: 1,
  updated: 1,
  unchanged: 0,
  duplicate: 0,
  skipped: 0,
  rejected: 1,
  rejectedValues: 0,
  linkedCreated: {},
};
const DETAIL: ImportDetail = {
  job: JOB,
  note: '',
  mapping: null,
  progress: null,
  running: null,
  check: null,
  result: null,
  kept: [],
  ahead: 0,
  fileHere: true,
};
const MAPPING: ImportMapping = {
  object: 'InsightCompany',
  source: 'list',
  key: ['编号'],
  fields: [{ field: 'name', column: '名称' }],
};
const OBJECT = shippedObjects().find(({ apiName }) => apiName === 'InsightCompany');

function opened(detail: ImportDetail) {
  const state = { detail };
  const ticks: (() => void)[] = [];
  const api = new FakeApi()
    .on(readImport, () => state.detail)
    .on(previewImport, ({ body }) => ({
      reading: { encoding: 'utf-8', delimiter: ',', quote: '"', header: 1, ...body },
      sheets: [],
      columns: ['编号', '名称', '成立'],
      rows: [
        { row: 1, cells: ['编号', '名称', '成立'] },
        { row: 2, cells: ['1', '鲸图科技', '2016'] },
      ],
      mapping: MAPPING,
      keyTrial: null,
      scores: { 名称: 0.95 },
      sources: ['older'],
    }))
    .on(mapImport, () => JOB)
    .on(startImport, () => JOB)
    .on(stopImport, () => JOB);
  if (!OBJECT) throw new Error('InsightCompany does not ship.');
  const catalog = { load: () => Promise.resolve(OBJECT) };
  const store = new ImportStore(ID, api, catalog, (_, work) => {
    ticks.push(work);
    return () => undefined;
  });
  render(
    <ThemeProvider theme={theme}>
      <ImportPage
        store={store}
        objects={[{ apiName: 'InsightCompany', label: '企业' }]}
        recordHref={(object, id) => `#/insight/${object}/${id}`}
        listHref={() => '#/data/company'}
        importsHref="#/staff/import"
        onRemoved={() => undefined}
      />
    </ThemeProvider>,
  );
  store.follow();
  return { api, store, state, tick: () => ticks.forEach((work) => work()) };
}

describe('one import', () => {
  test('shows the file as text, what goes where and how sure that is, and is tried with the mapping as edited', async () => {
    const { api, state } = opened(DETAIL);
    await screen.findByRole('heading', { name: '<b>名单</b>.csv' });
    const choice = await screen.findByLabelText('“名称”对应的字段');
    expect(choice).toHaveProperty('value', 'name');
    expect(screen.getByText('建议 95%')).toBeTruthy();
    expect(screen.getByLabelText('唯一标识：编号')).toHaveProperty('checked', true);
    fireEvent.change(screen.getByLabelText('“成立”对应的字段'), { target: { value: 'foundedOn' } });
    fireEvent.change(screen.getByLabelText('已有记录'), { target: { value: 'create' } });
    fireEvent.click(screen.getByRole('button', { name: '“成立”的设置' }));
    fireEvent.change(screen.getByLabelText('日期格式'), { target: { value: 'YYYY | M/D/YYYY' } });
    state.detail = { ...DETAIL, job: { ...JOB, task: 'check', state: 'queued' }, ahead: 2 };
    fireEvent.click(screen.getByRole('button', { name: '试运行' }));
    await screen.findByText('前面还有 2 个导入，轮到时会自动开始。');
    expect(api.callsOf(mapImport)).toMatchObject([
      {
        mapping: {
          write: 'create',
          fields: [
            { field: 'name', column: '名称' },
            { field: 'foundedOn', column: '成立', date: { formats: ['YYYY', 'M/D/YYYY'] } },
          ],
        },
      },
    ]);
    expect(api.callsOf(startImport)).toEqual([{ task: 'check' }]);
  });

  test('notifies subscribers only where staff tick it, which asks for no other dry run', async () => {
    const check = { counts: COUNTS, problems: [], samples: [], seconds: 1 };
    const job = { ...JOB, task: 'check' as const, state: 'finished' as const };
    const { api, state, store } = opened({ ...DETAIL, job, check, mapping: MAPPING });
    const box = await screen.findByLabelText('通知订阅者');
    expect(box).toHaveProperty('checked', false);
    await screen.findByRole('button', { name: '开始导入' });
    fireEvent.click(box);
    expect(box).toHaveProperty('checked', true);
    const mapping = { ...MAPPING, notify: true };
    const result = { counts: COUNTS, problems: [], samples: [], seconds: 1 };
    state.detail = { ...DETAIL, job: { ...job, task: 'run' }, mapping, result };
    fireEvent.click(screen.getByRole('button', { name: '开始导入' }));
    await screen.findByText(/· 通知订阅者$/);
    expect(api.callsOf(mapImport)).toMatchObject([{ mapping }]);
    expect(store.notifies).toBe(true);
  });

  test('is followed while it runs, can be stopped, and says what became of every row', async () => {
    const running = { ...JOB, task: 'run' as const, state: 'running' as const };
    const progress = { done: 50, total: 100, begun: 0, handled: 1000, seconds: 2 };
    const { api, state, tick } = opened({ ...DETAIL, job: running, progress, running: COUNTS });
    await screen.findByText(/50%\s*500 行\/秒，剩余约 2 秒/);
    fireEvent.click(screen.getByRole('button', { name: '停止' }));
    await waitFor(() => expect(api.callsOf(stopImport)).toHaveLength(1));
    const problems = [
      { field: 'name', column: '名称', reason: '必填', rows: 1, values: 0, example: '', ranges: [[4, 4]] },
    ];
    const result = { counts: COUNTS, problems, samples: [], seconds: 1 };
    state.detail = { ...DETAIL, job: { ...running, state: 'finished' }, result };
    tick();
    await screen.findByRole('heading', { name: '导入结果' });
    expect(screen.getByText('第 4 行')).toBeTruthy();
    const link = screen.getByRole('link', { name: /下载被拒绝/ });
    expect(link.getAttribute('href')).toBe(`/api/imports/${ID}/rejected?task=run`);
  });

  test('asks before it is undone, and lists what was left alone and why', async () => {
    const job = { ...JOB, task: 'run' as const, state: 'finished' as const };
    const result = { counts: COUNTS, problems: [], samples: [], seconds: 1 };
    const { api, state } = opened({ ...DETAIL, job, result });
    fireEvent.click(await screen.findByRole('button', { name: '撤销整次导入…' }));
    expect(api.callsOf(startImport)).toEqual([]);
    const undone = { removed: 1, restored: 0, kept: 1, gone: 0 };
    const kept = [{ objectApiName: 'InsightCompany', id: '7', name: '鲸图科技', reason: 'changed' }];
    state.detail = { ...DETAIL, job: { ...job, task: 'undo', undone, undoneBy: '运营' }, result, kept };
    fireEvent.click(screen.getByRole('button', { name: '确定撤销' }));
    const link = await screen.findByRole('link', { name: '鲸图科技' });
    expect(link.getAttribute('href')).toBe('#/insight/InsightCompany/7');
    expect(screen.getByText(/导入后有人修改过/)).toBeTruthy();
    expect(api.callsOf(startImport)).toEqual([{ task: 'undo' }]);
  });

  test('says what the server finds wrong with the mapping', async () => {
    const { api } = opened(DETAIL);
    api.on(mapImport, () => {
      throw refusal('INVALID_BODY');
    });
    fireEvent.click(await screen.findByRole('button', { name: '试运行' }));
    expect((await screen.findByRole('alert')).textContent).toBe('提交的内容有误');
    expect(api.callsOf(startImport)).toEqual([]);
  });
});

describe('the list of imports', () => {
  function openedList(uploads: Uploads) {
    const api = new FakeApi().on(listImports, () => ({
      list: [{ ...JOB, task: 'run' as const, state: 'interrupted' as const, counts: COUNTS }],
    }));
    const store = new ImportsStore(api, uploads, () => () => undefined);
    const uploaded: string[] = [];
    store.follow();
    render(
      <ThemeProvider theme={theme}>
        <ImportsPage
          store={store}
          objects={[
            { apiName: 'InsightOrg', label: '机构' },
            { apiName: 'InsightCompany', label: '企业' },
          ]}
          chosen="InsightCompany"
          hrefOf={(id) => `#/staff/import/${id}`}
          onUploaded={(id) => uploaded.push(id)}
        />
      </ThemeProvider>,
    );
    return uploaded;
  }
  const pick = (file: File) => fireEvent.change(screen.getByLabelText('要导入的文件'), { target: { files: [file] } });

  test('names state and counts; a picked file goes to the object the person came from', async () => {
    const sent: unknown[] = [];
    const upload: Uploads['upload'] = async (_route, { query, file }) => {
      sent.push([query, file.name]);
      return JOB as never;
    };
    const uploaded = openedList({ upload });
    await screen.findByText('导入中断，可以继续');
    expect(screen.getByText('新增 1 · 更新 1 · 拒绝 1')).toBeTruthy();
    pick(new File(['a,b'], '名单.csv'));
    await waitFor(() => expect(uploaded).toEqual([ID]));
    expect(sent).toEqual([[{ objectApiName: 'InsightCompany' }, '名单.csv']]);
  });

  test('an upload shows how far it is and can be given up; an empty file does not travel', async () => {
    const upload: Uploads['upload'] = (_route, { signal, onProgress }) => {
      onProgress(2);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
    };
    openedList({ upload });
    pick(new File([], '空.csv'));
    expect((await screen.findByRole('alert')).textContent).toBe('“空.csv”是空文件');
    pick(new File(['abcd'], '大.csv'));
    await screen.findByText(/2 字节 \/ 4 字节/);
    fireEvent.click(screen.getByRole('button', { name: '取消上传' }));
    expect((await screen.findByRole('alert')).textContent).toBe('已取消上传');
  });
});
