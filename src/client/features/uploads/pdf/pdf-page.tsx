import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { usePageTitle } from '#client/lib/page-title.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { PdfSheet } from './pdf-sheet.tsx';
import type { PdfState, PdfStore } from './pdf-store.ts';
import './pdf.css';

interface PdfPageProps {
  readonly store: PdfStore;
  readonly url: string;
  /** What the document is called. */
  readonly name: string;
}

/** Space at both sides of a page, in CSS pixels. */
const MARGIN = 16;

/** A document to read: its pages below each other, larger or smaller, to be saved. */
export const PdfPage = observer(function PdfPage({ store, url, name }: PdfPageProps) {
  usePageTitle(name);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void store.load();
    return () => store.close();
  }, [store]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // What scrolls must be reached by keyboard, even where nothing in it can be.
    element.setAttribute('tabindex', '0');
    const watch = new ResizeObserver(() => store.setWidth(element.clientWidth - 2 * MARGIN));
    watch.observe(element);
    return () => watch.disconnect();
  }, [store]);
  const onScroll = () => store.show(pageOnScreen(scroller.current));
  const goTo = (page: number) =>
    scroller.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' });
  useSizeKeys(store);
  const { document, state } = store;
  return (
    <div className="pdf">
      <div className="pdf-tools" role="toolbar" aria-label="文档工具">
        <h1>{name}</h1>
        {state === 'shown' && <Tools store={store} goTo={goTo} />}
        {state !== 'refused' && store.words === '' && (
          <PlainLink look="outlined" href={url} download>
            下载
          </PlainLink>
        )}
      </div>
      <div ref={scroller} className="pdf-pages" role="region" aria-label={name} onScroll={onScroll}>
        {document?.sizes.map((size, index) => (
          <PdfSheet
            // Pages of one document never change places.
            key={`page ${index + 1}`}
            document={document}
            page={index + 1}
            size={size}
            scale={store.scale}
            scroller={scroller}
          />
        ))}
        <Missing state={state} words={store.words} onRetry={() => void store.load()} />
      </div>
    </div>
  );
});

const Tools = observer(function Tools({
  store,
  goTo,
}: Pick<PdfPageProps, 'store'> & { readonly goTo: (page: number) => void }) {
  return (
    <>
      <PlainButton look="text" disabled={store.page <= 1} onClick={() => goTo(store.page - 1)}>
        上一页
      </PlainButton>
      <span className="pdf-number" role="status">{`${store.page} / ${store.count}`}</span>
      <PlainButton look="text" disabled={store.page >= store.count} onClick={() => goTo(store.page + 1)}>
        下一页
      </PlainButton>
      <PlainButton look="icon" aria-label="缩小" onClick={() => store.smaller()}>
        －
      </PlainButton>
      <span className="pdf-number">{store.percent}%</span>
      <PlainButton look="icon" aria-label="放大" onClick={() => store.larger()}>
        ＋
      </PlainButton>
      <PlainButton look="text" disabled={store.chosen === undefined} onClick={() => store.fit()}>
        适合宽度
      </PlainButton>
    </>
  );
});

interface MissingProps {
  readonly state: PdfState;
  readonly words: string;
  readonly onRetry: () => void;
}

function Missing({ state, words, onRetry }: MissingProps) {
  if (state === 'shown') return null;
  if (state === 'loading') return <Notice title="正在打开文档…" />;
  if (state === 'refused') return <Notice title="文档地址有误" isAlert />;
  if (state === 'foreign')
    return (
      <Notice title="该文件无法在线预览" isAlert>
        可能不是PDF，或设有密码。请下载后查看。
      </Notice>
    );
  return (
    <Notice title="文档无法打开" isAlert action={{ label: '重试', onPress: onRetry }}>
      {words || '文件不存在、已失效，或您没有查看权限。'}
    </Notice>
  );
}

/** + and - change the size of the pages, 0 makes them fit. */
function useSizeKeys(store: PdfStore): void {
  useEffect(() => {
    const acts = new Map([
      ['+', () => store.larger()],
      ['=', () => store.larger()],
      ['-', () => store.smaller()],
      ['0', () => store.fit()],
    ]);
    const press = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
      const act = isWriting || event.ctrlKey || event.metaKey || event.altKey ? undefined : acts.get(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [store]);
}

/** The page that takes the middle of what scrolls. */
function pageOnScreen(scroller: HTMLElement | null): number {
  if (!scroller) return 1;
  const { top, height } = scroller.getBoundingClientRect();
  const sheets = [...scroller.querySelectorAll<HTMLElement>('[data-page]')];
  const at = sheets.findLast((sheet) => sheet.getBoundingClientRect().top <= top + height / 2);
  return Number(at?.dataset['page'] ?? 1);
}
