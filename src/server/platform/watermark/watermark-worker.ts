import { parentPort } from 'node:worker_threads';
import type { PdfState } from '#schemas/api/uploads.ts';
import type { MarkedReader } from './mark-text.ts';
import { openPdf } from './open-pdf.ts';

/** Reading and writing documents takes up to seconds of computing, in a thread of its own. */
const port = parentPort;
if (!port) throw new Error('Documents are marked in a worker thread only.');

/** A document to look into, or to mark for a reader. */
export interface MarkingJob {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly reader?: MarkedReader | undefined;
}

export interface MarkingAnswer {
  readonly state: PdfState;
  /** The marked copy, where one was asked for and can be made. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** The parts that draw are loaded for the first copy: most documents are only looked into. */
let drawing: Promise<Drawing> | undefined;
type Drawing = Awaited<ReturnType<typeof loadDrawing>>;

async function loadDrawing() {
  const { Glyphs } = await import('./glyphs.ts');
  const { markPages } = await import('./mark-pages.ts');
  const { markText } = await import('./mark-text.ts');
  return { glyphs: new Glyphs(), markPages, markText };
}

async function answer({ bytes, reader }: MarkingJob): Promise<MarkingAnswer> {
  const opened = await openPdf(bytes);
  if (opened.state !== 'open' || !reader) return { state: opened.state };
  const { glyphs, markPages, markText } = await (drawing ??= loadDrawing());
  const text = markText(reader, glyphs);
  const marked = await markPages(opened.document, text, glyphs).catch(() => undefined);
  return marked ? { state: 'open', bytes: new Uint8Array(marked) } : { state: 'damaged' };
}

port.on('message', (job: MarkingJob | 'end') => {
  // A thread that is ended from outside may be in the middle of loading its code.
  if (job === 'end') return port.close();
  void answer(job).then((reply) => port.postMessage(reply, reply.bytes ? [reply.bytes.buffer] : []));
});
