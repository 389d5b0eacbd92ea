import { degrees, PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { MOST_PDF_PAGES } from '#schemas/api/uploads.ts';
import { Glyphs } from '#server/platform/watermark/glyphs.ts';
import { markPages } from '#server/platform/watermark/mark-pages.ts';
import { type MarkedReader, markText } from '#server/platform/watermark/mark-text.ts';
import { openPdf } from '#server/platform/watermark/open-pdf.ts';
import { lockedPdf, pdfOf } from '#tests/support/files/pdf-file.ts';
import { wordsOfPdf } from '#tests/support/files/pdf-words.ts';

const glyphs = new Glyphs();
const reader: MarkedReader = { id: '1024', name: '欧阳喆·Li', account: '138****0000', day: '2026-11-24' };
const TEXT = '仅供欧阳喆·Li（编号 1024）查阅 2026-11-24';

async function marked(bytes: Uint8Array): Promise<Uint8Array> {
  const opened = await openPdf(bytes);
  if (opened.state !== 'open') throw new Error(opened.state);
  return markPages(opened.document, markText(reader, glyphs), glyphs);
}
const times = (words = '') => words.split('查阅').length - 1;
/** A document of drawn pages, changed by a test. */
async function drawn(change: (document: PDFDocument) => Promise<void> | void, pages = 2): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1) document.addPage().drawText(`Page ${page}`, { x: 50, y: 700, font });
  await change(document);
  return document.save();
}

describe('a marked copy', () => {
  it('has the reader and the day on every page, many times, above what the page says', async () => {
    const pages = await wordsOfPdf(await marked(pdfOf('第一页', '第二页', '第三页')));
    expect(pages.map((words) => words.slice(0, 3))).toEqual(['第一页', '第二页', '第三页']);
    for (const words of pages) {
      expect(words).toContain(TEXT);
      expect(times(words)).toBeGreaterThan(6);
    }
  });

  it('has as many marks on large and on turned pages, and on pages whose drawing never ends what it began', async () => {
    const bytes = await drawn((document) => {
      const [first, second] = document.getPages();
      first?.setSize(1920, 1080);
      second?.setRotation(degrees(90));
      // Moves all that follows off the page, and leaves it so.
      const away = document.context.register(document.context.stream('q q 1 0 0 1 9000 9000 cm 0 0 0 0 k'));
      second?.node.addContentStream(away);
    });
    for (const words of await wordsOfPdf(await marked(bytes))) {
      expect(words).toContain(TEXT);
      expect(times(words)).toBeGreaterThan(6);
      expect(times(words)).toBeLessThan(40);
    }
  });

  it('holds nothing that shows the pages without the mark', async () => {
    const bytes = await drawn(async (document) => {
      await document.attach(Buffer.from('the plan itself'), 'plan.txt');
      const { context } = document;
      const secret = context.register(context.stream('left by a drawing program'));
      document.getPage(0).node.set(PDFName.of('PieceInfo'), context.obj({ Private: secret }));
      document.getPage(0).node.set(PDFName.of('Thumb'), secret);
      const note = context.obj({ Type: 'Annot', Subtype: 'FileAttachment', FS: secret, Rect: [0, 0, 9, 9] });
      document.getPage(0).node.addAnnot(context.register(note));
      document.catalog.set(
        PDFName.of('OpenAction'),
        context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
      );
      context.register(context.stream('an earlier version'));
    });
    const copy = await marked(bytes);
    const { document } = (await openPdf(copy)) as { document: PDFDocument };
    expect(document.getAttachments()).toEqual([]);
    const text = Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1');
    for (const trace of ['drawing program', 'earlier version', 'the plan itself', 'FileAttachment', 'alert'])
      expect(text).not.toContain(trace);
    expect(text.match(/startxref/g)).toHaveLength(1);
  });

  it('is made of a document that only forbids printing, and of none that asks for a password', async () => {
    const plain = pdfOf('示例');
    expect((await wordsOfPdf(await marked(await lockedPdf(plain, {}))))[0]).toContain(TEXT);
    expect((await openPdf(await lockedPdf(plain))).state).toBe('locked');
  });
});

it('A document that cannot be read, or has too many pages, differs from one that can', async () => {
  const states = [
    Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF'),
    Buffer.from(pdfOf('示例').toString('latin1').replace('/Kids[6 0 R]', '/Kids[2 0 R]'), 'latin1'),
    await drawn(() => undefined, MOST_PDF_PAGES + 1),
    pdfOf('示例'),
  ].map(async (bytes) => (await openPdf(bytes)).state);
  expect(await Promise.all(states)).toEqual(['damaged', 'damaged', 'long', 'open']);
});

describe('what the mark says', () => {
  it('is the name as it is where all of it can be drawn, also with rarer characters', () => {
    expect(markText(reader, glyphs)).toBe(TEXT);
    expect(markText({ ...reader, name: '堃燚犇淼' }, glyphs)).toBe('仅供堃燚犇淼（编号 1024）查阅 2026-11-24');
  });

  it('is spelt where a character cannot be drawn, with the account beside it', () => {
    const has = (letter: string) => letter !== '喆';
    expect(markText(reader, { has })).toBe('仅供欧阳 zhe ·Li 138****0000（编号 1024）查阅 2026-11-24');
    expect(markText({ ...reader, name: '🚀', account: null }, glyphs)).toBe('仅供（编号 1024）查阅 2026-11-24');
  });
});
