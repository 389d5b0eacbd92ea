import { type PDFContext, PDFArray, PDFDict, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib';

/**
 * Takes everything out of a document that nothing on the way from its catalog leads to: earlier versions of pages, and parts
 * that were taken out.
 */
export function dropUnreachable(context: PDFContext): void {
  const reached = new Set<PDFRef>();
  const waiting: (PDFObject | undefined)[] = [context.trailerInfo.Root, context.trailerInfo.Info];
  while (waiting.length > 0) {
    const found = waiting.pop();
    if (found instanceof PDFRef) {
      if (reached.has(found)) continue;
      reached.add(found);
      waiting.push(context.lookup(found));
    } else if (found instanceof PDFArray) {
      // One by one: a document may have arrays of any length.
      for (const item of found.asArray()) waiting.push(item);
    } else if (found instanceof PDFStream) waiting.push(found.dict);
    else if (found instanceof PDFDict) for (const [, value] of found.entries()) waiting.push(value);
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}
