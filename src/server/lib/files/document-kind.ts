import { open } from 'node:fs/promises';
import { open as openZip } from 'yauzl';

const HEAD = 16;
const PICTURES: readonly (readonly [RegExp, string])[] = [
  [/^ffd8ff/, 'jpeg'],
  [/^89504e470d0a1a0a/, 'png'],
  [/^474946383[79]61/, 'gif'],
  [/^52494646.{8}57454250/, 'webp'],
];
const PDF = /^255044462d/;
/** The container of Word, Excel and PowerPoint before 2007. */
const OLE = /^d0cf11e0a1b11ae1/;
const ZIP = /^504b0304/;

/** Office files of today are ZIP files that hold one of these. */
const OFFICE: Readonly<Record<string, string>> = {
  'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'xl/workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'ppt/presentation.xml': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
const CONTENT_TYPES = '[Content_Types].xml';
const MACROS = /(^|\/)vbaProject\.bin$/i;
const MOST_ENTRIES = 5000;

/** Older office files differ inside; their name says which they are, and they are never shown by a browser anyway. */
const OLD_OFFICE: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};

/** What a file is by its bytes; its name is heard only where bytes do not tell. `other` is not taken. */
export type FileKind =
  | { readonly kind: 'picture' }
  | { readonly kind: 'document'; readonly mime: string }
  | { readonly kind: 'other' };

const OTHER: FileKind = { kind: 'other' };

/** Looks into a file for what it is. */
export async function fileKind(path: string, name: string): Promise<FileKind> {
  const head = await headOf(path);
  if (PICTURES.some(([pattern]) => pattern.test(head))) return { kind: 'picture' };
  if (PDF.test(head)) return { kind: 'document', mime: 'application/pdf' };
  const mime = ZIP.test(head) ? await officeType(path) : OLE.test(head) ? OLD_OFFICE[endingOf(name)] : undefined;
  return mime === undefined ? OTHER : { kind: 'document', mime };
}

const endingOf = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? '';

async function headOf(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await handle.close();
  }
}

/** The type of an office file by the list of its parts, none of which is unpacked; undefined for any other ZIP file. */
function officeType(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    openZip(path, { lazyEntries: true, autoClose: true }, (error, zip) => {
      if (error || zip.entryCount > MOST_ENTRIES) {
        zip?.close();
        return resolve(undefined);
      }
      const names = new Set<string>();
      zip.on('entry', ({ fileName }: { fileName: string }) => {
        names.add(fileName);
        zip.readEntry();
      });
      zip.on('error', () => resolve(undefined));
      zip.on('end', () => {
        const isOffice = names.has(CONTENT_TYPES) && ![...names].some((name) => MACROS.test(name));
        resolve(isOffice ? Object.entries(OFFICE).find(([part]) => names.has(part))?.[1] : undefined);
      });
      zip.readEntry();
    });
  });
}
