import { PDFDocument } from '@cantoo/pdf-lib';
import { MOST_PDF_PAGES, type PdfState } from '#schemas/api/uploads.ts';

/** A document that readers can be given marked copies of, or why there is none. */
export type OpenedPdf =
  | { readonly document: PDFDocument; readonly state: 'open' }
  | { readonly state: Exclude<PdfState, 'open'> };

/**
 * Opens a document as a reader without a password would: one that only forbids printing or copying opens, and loses that.
 * What cannot be read whole is `damaged`.
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, { updateMetadata: false, password: '' });
  } catch (error) {
    return { state: isLocked(error) ? 'locked' : 'damaged' };
  }
  if (document.isEncrypted) return { state: 'locked' };
  try {
    const pages = document.getPageCount();
    if (pages === 0) return { state: 'damaged' };
    if (pages > MOST_PDF_PAGES) return { state: 'long' };
    // Reads the tree of pages and the size of each, where damage shows.
    for (const page of document.getPages()) page.getCropBox();
    return { document, state: 'open' };
  } catch {
    return { state: 'damaged' };
  }
}

const isLocked = (error: unknown): boolean => error instanceof Error && /password|encrypt/i.test(error.message);
