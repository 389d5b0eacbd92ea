import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const CMAPS = new URL('../../../node_modules/pdfjs-dist/cmaps/', import.meta.url).pathname;

/** What a reader of PDF files finds written on each page of a document, in the order in which it is drawn. */
export async function wordsOfPdf(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: CMAPS,
    cMapPacked: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join('\n'));
  }
  await task.destroy();
  return pages;
}
