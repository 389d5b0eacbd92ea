import { openPdf } from '#client/features/uploads/pdf/pdf-document.ts';
import { PdfPage } from '#client/features/uploads/pdf/pdf-page.tsx';
import { PdfStore } from '#client/features/uploads/pdf/pdf-store.ts';
import { loadFile } from '#client/lib/download.ts';
import { screen, type Place } from '#client/app/base/screen.tsx';

const urlOf = ({ query }: Place) => query.get('url') ?? '';

/** The document whose address and name are in the query. */
export const PdfScreen = screen(
  (_stores, place) => new PdfStore(urlOf(place), { load: loadFile, open: openPdf }),
  (store, _stores, place) => <PdfPage store={store} url={urlOf(place)} name={place.query.get('name') || '文档预览'} />,
  { subject: urlOf },
);
