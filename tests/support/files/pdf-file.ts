import { Buffer } from 'node:buffer';
import { PDFDocument } from '@cantoo/pdf-lib';

/** UTF-16, as the font below is addressed. */
const coded = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/**
 * A PDF with one page for each text, in a Chinese font that it names and does not bring along, as many do: a reader needs
 * the tables of characters for it.
 */
export function pdfOf(...texts: readonly string[]): Buffer {
  const pages = texts.map((_, index) => 6 + 2 * index);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.map((id) => `${id} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[4 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/FontDescriptor 5 0 R>>',
    '<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>',
    ...texts.flatMap((text, index) => {
      const drawn = `BT /F1 28 Tf 72 740 Td <${coded(text)}> Tj ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${7 + 2 * index} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
        `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${file}${table}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${file.length}\n%%EOF`,
  );
}

/** The same document behind a password, or open to all and closed to printing alone. */
export async function lockedPdf(
  bytes: Uint8Array,
  lock: { userPassword?: string } = { userPassword: '1' },
): Promise<Buffer> {
  const document = await PDFDocument.load(bytes);
  document.encrypt({ ownerPassword: 'owner', permissions: { printing: false }, ...lock });
  return Buffer.from(await document.save());
}
