import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';
import { deflateSync } from 'node:zlib';
import type { Glyphs } from './glyphs.ts';
import { embedMarkFont, type MarkFont } from './mark-font.ts';
import { dropUnreachable } from './reachable.ts';

/** What a document may hold beside its pages that shows them without the mark, or does something when it is opened. */
const CATALOG_PARTS = ['AF', 'AA', 'Collection', 'OpenAction', 'PieceInfo'] as const;
const PAGE_PARTS = ['AF', 'AA', 'PieceInfo', 'Thumb'] as const;
const NAME_TREES = ['EmbeddedFiles', 'JavaScript'] as const;

/** Of the type on a page of A4; marks grow with the page, so that a page has as many of them whatever its size. */
const TYPE_SIZE = 14;
const A4_AREA = 595 * 842;
const ROW = 7.5;
const GAP = 4;
const ANGLE = Math.PI / 6;
const OPACITY = 0.28;

/**
 * The document with a text across every page, over and over, as part of what the page draws. Nothing of the pages is kept
 * without it: no earlier version, attachment, thumbnail or copy that a drawing program left.
 */
export async function markPages(document: PDFDocument, text: string, glyphs: Glyphs): Promise<Uint8Array> {
  const { context, catalog } = document;
  const look = context.register(context.obj({ Type: 'ExtGState', CA: OPACITY, ca: OPACITY }));
  const font = embedMarkFont(context, text, look, glyphs);
  for (const part of CATALOG_PARTS) catalog.delete(PDFName.of(part));
  const names = catalog.lookupMaybe(PDFName.of('Names'), PDFDict);
  for (const tree of NAME_TREES) names?.delete(PDFName.of(tree));
  catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)?.delete(PDFName.of('XFA'));
  for (const page of document.getPages()) {
    for (const part of PAGE_PARTS) page.node.delete(PDFName.of(part));
    dropAttachments(page);
    drawOver(page, font);
  }
  dropUnreachable(context);
  return document.save({
    rewrite: true,
    updateFieldAppearances: false,
    addDefaultPage: false,
    objectsPerTick: Infinity,
  });
}

/** An attachment may be pinned to a page. */
function dropAttachments({ node }: PDFPage): void {
  const annotations = node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  for (let index = (annotations?.size() ?? 0) - 1; index >= 0; index -= 1) {
    const annotation = annotations?.lookup(index);
    if (!(annotation instanceof PDFDict)) continue;
    const kind = annotation.lookup(PDFName.of('Subtype'));
    if (kind === PDFName.of('FileAttachment')) annotations?.remove(index);
  }
}

/** What the page drew becomes a form of its own, which leaves no trace in how the mark above it is drawn. */
function drawOver(page: PDFPage, font: MarkFont): void {
  const { context } = page.doc;
  const { node } = page;
  const resources: Record<string, PDFDict> = { Font: context.obj({ MarkFont: font.ref }) };
  const form = formOf(page, context);
  if (form) resources['XObject'] = context.obj({ Page: context.register(form) });
  const drawn = `${form ? 'q /Page Do Q\n' : ''}${marks(page, font)}`;
  node.set(PDFName.of('Contents'), context.register(context.flateStream(drawn)));
  node.set(PDFName.of('Resources'), context.obj(resources));
}

/** The content of a page as a form; undefined for an empty page. */
function formOf({ node }: PDFPage, context: PDFContext): PDFRawStream | undefined {
  const contents = node.Contents();
  const parts = contents instanceof PDFArray ? contents.asArray().map((part) => context.lookup(part)) : [contents];
  const streams = parts.filter((part) => part instanceof PDFStream);
  const [first, ...others] = streams;
  if (!first) return undefined;
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: node.MediaBox(),
    Resources: node.Resources() ?? {},
  });
  if (first instanceof PDFRawStream && others.length === 0) {
    for (const name of ['Filter', 'DecodeParms']) {
      const value = first.dict.get(PDFName.of(name));
      if (value) dict.set(PDFName.of(name), value);
    }
    return PDFRawStream.of(dict, first.contents, first.transform);
  }
  // A token never goes on in the next stream.
  const joined = Buffer.concat(streams.flatMap((stream) => [decoded(stream), Buffer.from('\n')]));
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  return PDFRawStream.of(dict, deflateSync(joined));
}

const decoded = (stream: PDFStream): Uint8Array =>
  stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();

/** The operators that draw the text in rows over the whole page, upwards to the right as the page is read. */
function marks(page: PDFPage, { coded, width }: MarkFont): string {
  const box = page.getCropBox();
  const size = TYPE_SIZE * Math.sqrt((box.width * box.height) / A4_AREA);
  const step = (width / 1000 + GAP) * size;
  const turn = ANGLE + (page.getRotation().angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const reach = Math.hypot(box.width, box.height) / 2;
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const at = (along: number, up: number) => ({
    x: middleX + along * cos - up * sin,
    y: middleY + along * sin + up * cos,
  });
  const lines: string[] = [];
  const rows = Math.ceil(reach / (ROW * size));
  for (let row = -rows; row <= rows; row += 1) {
    const up = row * ROW * size;
    // Every other row is moved by half, so that no straight cut through the page misses all of them.
    const first = -Math.ceil(reach / step) * step - (row % 2 === 0 ? step / 2 : 0);
    for (let along = first; along < reach; along += step) {
      const ends = [at(along, up), at(along + step, up)];
      if (!crosses(ends, box)) continue;
      const { x, y } = at(along, up);
      lines.push(`${[cos, sin, -sin, cos, x, y].map((value) => value.toFixed(4)).join(' ')} Tm ${coded} Tj`);
    }
  }
  const text = `BT /MarkFont ${size.toFixed(3)} Tf 0 Tr\n${lines.join('\n')}\nET`;
  return `/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\n${text}\nEMC`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Could a line between two points be on the page? */
function crosses([a, b]: readonly Point[], box: ReturnType<PDFPage['getCropBox']>): boolean {
  if (!a || !b) return false;
  const isBeside = Math.max(a.x, b.x) < box.x || Math.min(a.x, b.x) > box.x + box.width;
  return !isBeside && Math.max(a.y, b.y) >= box.y && Math.min(a.y, b.y) <= box.y + box.height;
}
