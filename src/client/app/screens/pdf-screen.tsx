import { openPdf } from '#client/features/uploads/pdf/pdf-document.ts';
import { PdfPage } from '#client/features/uploads/pdf/pdf-page.tsx';
import { PdfStore } from '#client/features/uploads/pdf/pdf-store.ts';
import { loadMarkedFile } from '#client/lib/download.ts';
import { screen, type Place } from '#client/app/base/screen.tsx';

const urlOf = ({ query }: Place) => query.get('url') ?? '';

/** The document whose address and name are in the query. */
export const PdfScreen = screen(
  (_stores, place) => {
    let mark = '';
    return new PdfStore(urlOf(place), {
      load: async (url, signal) => {
        const file = await loadMarkedFile(url, signal);
        mark = file.mark;
        return file.bytes;
      },
      open: (bytes) => openPdf(bytes, mark),
    });
  },
  (store, _stores, place) => <PdfPage store={store} url={urlOf(place)} name={place.query.get('name') || '文档预览'} />,
  { subject: urlOf },
);
