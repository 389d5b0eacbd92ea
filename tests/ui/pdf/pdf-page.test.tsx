import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UNFIT_PLAN } from '#schemas/generated/api/plans.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import type { PdfDocument } from '#client/features/uploads/pdf/pdf-document.ts';
import { PdfPage } from '#client/features/uploads/pdf/pdf-page.tsx';
import { type PdfDeps, PdfStore } from '#client/features/uploads/pdf/pdf-store.ts';
import { readingAddress } from '#client/lib/router.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

/** Room of the screen that is left for a page, in CSS pixels. */
const WIDTH = 816;
const URL = '/files/private/0123456789abcdef0123456789abcdef';
const A4 = { width: 612, height: 792 };

beforeEach(() => {
  openScreen(WIDTH + 32);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #see: () => void;
      constructor(see: () => void) {
        this.#see = see;
      }
      observe(): void {
        this.#see();
      }
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(change: Partial<PdfDeps> = {}, url = URL) {
  const draw = vi.fn<PdfDocument['draw']>((page, _scale, { words }) => {
    words.textContent = `第${page}页的文字`;
    return { done: Promise.resolve(), stop: () => undefined };
  });
  const close = vi.fn<() => void>();
  const load = vi.fn<PdfDeps['load']>(async () => new ArrayBuffer(8));
  const store = new PdfStore(url, { load, open: async () => ({ sizes: [A4, A4, A4], draw, close }), ...change });
  const { unmount } = render(<PdfPage store={store} url={url} name="商业计划书.pdf" />);
  return { store, draw, close, load, unmount, user: userEvent.setup() };
}

describe('a document', () => {
  test('is shown page by page, as wide as there is room, with words that can be read out', async () => {
    const { draw } = open();
    expect(await screen.findByText('第3页的文字')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '商业计划书.pdf' })).toBeTruthy();
    expect(screen.getAllByRole('region', { name: /^第\d页$/ }).map(({ style }) => style.width)).toEqual(
      Array.from({ length: 3 }, () => `${WIDTH}px`),
    );
    expect(draw.mock.calls.map(([page, scale]) => [page, scale * A4.width])).toEqual([
      [1, WIDTH],
      [2, WIDTH],
      [3, WIDTH],
    ]);
    expect(screen.getByText('1 / 3')).toBeTruthy();
    expect(screen.getByRole('link', { name: '下载' }).getAttribute('href')).toBe(URL);
  });

  test('that is the plan of a company is read and saved at the one address of the marked copy', async () => {
    const { load } = open({}, '/files/plan/7');
    expect(await screen.findByText('第1页的文字')).toBeTruthy();
    expect(load.mock.calls.map(([url]) => url)).toEqual(['/files/plan/7']);
    expect(screen.getByRole('link', { name: '下载' }).getAttribute('href')).toBe('/files/plan/7');
  });

  test('that the server has a reason not to give says that reason, and offers nothing to save', async () => {
    const load = vi.fn<PdfDeps['load']>(async () => Promise.reject(new ApiFailure(40900, 409, UNFIT_PLAN)));
    open({ load }, '/files/plan/7');
    expect((await screen.findByRole('alert')).textContent).toContain(UNFIT_PLAN);
    expect(screen.queryByRole('link', { name: '下载' })).toBeNull();
  });

  test('becomes larger and smaller in steps, by buttons and by keys, and fits again', async () => {
    const { user } = open();
    await screen.findByText('100%');
    await user.click(screen.getByRole('button', { name: '放大' }));
    expect(screen.getByText('125%')).toBeTruthy();
    await user.keyboard('+');
    expect(screen.getByText('150%')).toBeTruthy();
    await user.keyboard('--');
    await user.click(screen.getByRole('button', { name: '缩小' }));
    expect(screen.getByText('75%')).toBeTruthy();
    await user.keyboard('0');
    expect(screen.getByText('100%')).toBeTruthy();
    await user.keyboard('++++++++++');
    expect(screen.getByText('300%')).toBeTruthy();
  });

  test('that cannot be had says so, and is had once it can', async () => {
    const load = vi.fn<PdfDeps['load']>(async () => new ArrayBuffer(8)).mockRejectedValueOnce(new Error('404'));
    const { user } = open({ load });
    expect((await screen.findByRole('alert')).textContent).toContain('文档无法打开');
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('第1页的文字')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that is none, or has a password, can still be saved', async () => {
    open({ open: async () => Promise.reject(new Error('InvalidPDFException')) });
    expect((await screen.findByRole('alert')).textContent).toContain('该文件无法在线预览');
    expect(screen.getByRole('link', { name: '下载' })).toBeTruthy();
  });

  test('is let go when the page is left, also while it is being opened', async () => {
    const opened = Promise.withResolvers<PdfDocument>();
    const opening = vi.fn<PdfDeps['open']>(() => opened.promise);
    const { close, unmount, draw } = open({ open: opening });
    await waitFor(() => expect(opening).toHaveBeenCalled());
    unmount();
    opened.resolve({ sizes: [A4], draw, close });
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
  });
});

test.each([
  'https://evil.example/a.pdf',
  '//evil.example/files/private/1',
  'javascript:alert(1)',
  '/api/rong/user/profile',
  '',
])('the address %s is not fetched by any page, and there is no link to it', async (url) => {
  const { load } = open({}, url);
  expect((await screen.findByRole('alert')).textContent).toContain('文档地址有误');
  expect(load).not.toHaveBeenCalled();
  expect(screen.queryByRole('link', { name: '下载' })).toBeNull();
});

test('a PDF of ours is read on a page of ours, everything else is left to the browser', () => {
  const query = new URLSearchParams({ url: URL, name: '计划.PDF' }).toString();
  expect(readingAddress(URL, '计划.PDF')).toBe(`#/pdfViewer?${query}`);
  expect(readingAddress(URL, '计划.pptx')).toBe(URL);
  expect(readingAddress('https://files.example.com/a.pdf', 'a.pdf')).toBe('https://files.example.com/a.pdf');
});
