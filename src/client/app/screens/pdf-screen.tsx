import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { openPdf } from '#client/features/uploads/pdf/pdf-document.ts';
import { PdfPage } from '#client/features/uploads/pdf/pdf-page.tsx';
import { PdfStore } from '#client/features/uploads/pdf/pdf-store.ts';
import { loadFile } from '#client/lib/download.ts';

/** The document whose address and name are in the query. */
export function PdfScreen() {
  const [query] = useSearchParams();
  const url = query.get('url') ?? '';
  return <Reader key={url} url={url} name={query.get('name') || '文档预览'} />;
}

function Reader({ url, name }: { readonly url: string; readonly name: string }) {
  const [store] = useState(() => new PdfStore(url, { load: loadFile, open: openPdf }));
  return <PdfPage store={store} url={url} name={name} />;
}
