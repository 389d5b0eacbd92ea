import { crc32, deflateRawSync } from 'node:zlib';

/** What a zip says of a part besides the part itself; `claimed` is an unpacked size that need not be true. */
export interface ZipPart {
  readonly name: string;
  readonly data: Buffer | string;
  readonly claimed?: number;
}

/** The bytes of a zip file with these parts. */
export function zipFile(parts: readonly ZipPart[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimed } of parts) {
    const plain = Buffer.from(data);
    const packed = deflateRawSync(plain);
    const title = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimed ?? plain.length, 18);
    facts.writeUInt16LE(title.length, 22);
    local.push(Buffer.from('PK\u0003\u0004', 'latin1'), facts, title, packed);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, entry.subarray(2), title);
    offset += 30 + title.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface SheetFile {
  /** Rows of the sheets by name, as XML. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly sharedStrings?: string;
  readonly styles?: string;
  readonly from1904?: boolean;
  readonly more?: readonly ZipPart[];
}

/** The bytes of an XLSX with these sheets. */
export function xlsxFile({ sheets, sharedStrings, styles, from1904, more = [] }: SheetFile): Buffer {
  const names = Object.keys(sheets);
  const listed = names
    .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('');
  const links = names
    .map(
      (_, index) => `<Relationship Id="rId${index + 1}" Type="worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
    )
    .join('');
  return zipFile([
    {
      name: 'xl/workbook.xml',
      data: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${listed}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: `${XML}<Relationships>${links}</Relationships>` },
    ...(sharedStrings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', data: `${XML}<sst xmlns="${MAIN}">${sharedStrings}</sst>` }]),
    ...(styles === undefined
      ? []
      : [{ name: 'xl/styles.xml', data: `${XML}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` }]),
    ...Object.values(sheets).map((rows, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      data: `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    })),
    ...more,
  ]);
}
