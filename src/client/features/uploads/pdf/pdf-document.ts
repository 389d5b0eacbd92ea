import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextContent } from 'pdfjs-dist/types/src/display/api.js';

/** How large a page is at its own size, in CSS pixels. */
export interface SheetSize {
  readonly width: number;
  readonly height: number;
}

/** One page that is being drawn; `stop` gives up what is not drawn yet. */
export interface Drawing {
  readonly done: Promise<void>;
  readonly stop: () => void;
}

/** Where a page goes: its picture, and above it its words, which can be read out, selected and copied. */
export interface Sheet {
  readonly canvas: HTMLCanvasElement;
  readonly words: HTMLElement;
}

/** A document that is open. Pages count from 1. */
export interface PdfDocument {
  readonly sizes: readonly SheetSize[];
  /** Draws a page so many times its own size, as sharply as the screen can show it. */
  readonly draw: (page: number, scale: number, sheet: Sheet) => Drawing;
  readonly close: () => void;
}

/**
 * Addresses, by file name, of the library's worker and of the tables of characters and fonts that a document may refer to
 * without bringing them along, as Chinese ones often do.
 */
const PARTS = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        '../../../../../node_modules/pdfjs-dist/build/pdf.worker.min.mjs',
        '../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
        '../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
      ],
      { query: '?url&no-inline', import: 'default', eager: true },
    ),
  ).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
);
/** A canvas beyond this many pixels is refused by some browsers: pages are drawn less sharply instead. */
const MOST_PIXELS = 16_000_000;

/**
 * The words of a page without those that are no part of its content: a watermark that is read out, selected and copied between
 * the lines makes a page unreadable for those who listen to it.
 */
function contentOnly(items: ReadableStream<TextContent>): ReadableStream<TextContent> {
  // For each part that is open whether it, or one around it, is such a part.
  const open: boolean[] = [];
  const isContent = (item: TextContent['items'][number]): boolean => {
    if (!('type' in item)) return open.at(-1) !== true;
    // The tag of a part is there, though the types of the library do not say so.
    if (item.type === 'endMarkedContent') open.pop();
    else open.push(open.at(-1) === true || (item as { readonly tag?: unknown }).tag === 'Artifact');
    return false;
  };
  return items.pipeThrough(
    new TransformStream({
      transform: (chunk, out) => out.enqueue({ ...chunk, items: chunk.items.filter(isContent) }),
    }),
  );
}

class PartFactory {
  // The library asks by file name; ours have addresses with a hash.
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const address = PARTS.get(filename);
    if (address === undefined) throw new Error(`There is no ${filename}.`);
    return new Uint8Array(await (await fetch(address)).arrayBuffer());
  }
}

/** Opens a document from its bytes. @throws Error where they are no document, or one that needs a password. */
export async function openPdf(bytes: ArrayBuffer): Promise<PdfDocument> {
  const { getDocument, GlobalWorkerOptions, TextLayer } = await import('pdfjs-dist');
  GlobalWorkerOptions.workerSrc = PARTS.get('pdf.worker.min.mjs') ?? '';
  const task = getDocument({
    data: new Uint8Array(bytes),
    BinaryDataFactory: PartFactory,
    useWorkerFetch: false,
    // The page allows neither WebAssembly nor eval.
    useWasm: false,
    enableXfa: false,
  });
  const document: PDFDocumentProxy = await task.promise;
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)));

  async function drawOn(page: PDFPageProxy, scale: number, { canvas, words }: Sheet, stops: (() => void)[]) {
    const viewport = page.getViewport({ scale });
    const wanted = window.devicePixelRatio || 1;
    const sharpness = Math.min(wanted, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)));
    canvas.width = Math.floor(viewport.width * sharpness);
    canvas.height = Math.floor(viewport.height * sharpness);
    const render = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] });
    stops.push(() => render.cancel());
    await render.promise;
    words.replaceChildren();
    words.style.setProperty('--total-scale-factor', String(scale));
    const layer = new TextLayer({
      textContentSource: contentOnly(page.streamTextContent({ includeMarkedContent: true })),
      container: words,
      viewport,
    });
    stops.push(() => layer.cancel());
    await layer.render();
  }

  return {
    sizes: pages.map((page) => {
      const { width, height } = page.getViewport({ scale: 1 });
      return { width, height };
    }),
    draw(number, scale, sheet) {
      const page = pages[number - 1];
      const stops: (() => void)[] = [];
      const done = page ? drawOn(page, scale, sheet, stops) : Promise.resolve();
      return { done, stop: () => stops.forEach((stop) => stop()) };
    },
    close: () => void task.destroy(),
  };
}
