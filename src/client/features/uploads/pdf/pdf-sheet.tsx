import { useEffect, useRef, useState, type RefObject } from 'react';
import type { PdfDocument, SheetSize } from './pdf-document.ts';

interface PdfSheetProps {
  readonly document: PdfDocument;
  readonly page: number;
  readonly size: SheetSize;
  readonly scale: number;
  /** What scrolls: pages are drawn when they come near it. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** One page: room of its size at once, its picture and words once it is near the screen. */
export function PdfSheet({ document, page, size, scale, scroller }: PdfSheetProps) {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!frame.current) return undefined;
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin: '100% 0px',
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [scroller]);
  useEffect(() => {
    if (!isNear || !canvas.current || !words.current) return undefined;
    const sheet = { canvas: canvas.current, words: words.current };
    const drawing = document.draw(page, scale, sheet);
    // One that is given up rejects; no caller waits for it.
    drawing.done.catch(() => undefined);
    return () => {
      drawing.stop();
      sheet.canvas.width = 0;
      sheet.words.replaceChildren();
    };
  }, [isNear, document, page, scale]);
  const room = { width: size.width * scale, height: size.height * scale };
  return (
    <section ref={frame} className="pdf-sheet" style={room} aria-label={`第${page}页`} data-page={page}>
      <canvas ref={canvas} aria-hidden="true" style={room} />
      <div ref={words} className="pdf-words" />
    </section>
  );
}
