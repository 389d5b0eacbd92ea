import { open, type FileHandle } from 'node:fs/promises';
import { open as openZip } from 'yauzl';
import { compoundFileNames } from './compound-file.ts';

export const PDF_MIME = 'application/pdf';

const HEAD = 16;
/** Bytes at the end of a PDF within which readers look for where its table of objects begins. */
const PDF_TAIL = 1024;
const PICTURES: readonly RegExp[] = [
  // JPEG, PNG, GIF, WebP.
  /^ffd8ff/,
  /^89504e470d0a1a0a/,
  /^474946383[79]61/,
  /^52494646.{8}57454250/,
];
/** `%PDF-1.7`: a PDF begins with its version and ends with the place of its table of objects. */
const PDF_HEAD = /^255044462d3[12]2e3\d/;
const PDF_END = /startxref\s+\d+\s+%%EOF/;
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

/** Older office files are recognised by the stream that each program writes. */
const OLD_OFFICE: Readonly<Record<string, string>> = {
  WordDocument: 'application/msword',
  Workbook: 'application/vnd.ms-excel',
  Book: 'application/vnd.ms-excel',
  'PowerPoint Document': 'application/vnd.ms-powerpoint',
};
const OLD_MACROS = /^(Macros|VBA|_VBA_PROJECT.*)$/i;

/** What a file is by its bytes, whatever it is called. `other` is not taken. */
export type FileKind =
  | { readonly kind: 'picture' }
  | { readonly kind: 'document'; readonly mime: string }
  | { readonly kind: 'other' };

const OTHER: FileKind = { kind: 'other' };

/** Looks into a file for what it is. Pictures are only recognised here: decoding them shows whether they are whole. */
export async function fileKind(path: string): Promise<FileKind> {
  const handle = await open(path, 'r');
  try {
    const head = (await readPart(handle, 0, HEAD)).toString('hex');
    if (PICTURES.some((pattern) => pattern.test(head))) return { kind: 'picture' };
    const mime = await documentType(handle, head, path);
    return mime === undefined ? OTHER : { kind: 'document', mime };
  } finally {
    await handle.close();
  }
}

async function documentType(handle: FileHandle, head: string, path: string): Promise<string | undefined> {
  if (PDF_HEAD.test(head)) {
    const { size } = await handle.stat();
    const tail = await readPart(handle, Math.max(0, size - PDF_TAIL), PDF_TAIL);
    return PDF_END.test(tail.toString('latin1')) ? PDF_MIME : undefined;
  }
  if (ZIP.test(head)) return officeType(path);
  return OLE.test(head) ? oldOfficeType(handle) : undefined;
}

async function readPart(handle: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, from);
  return buffer.subarray(0, bytesRead);
}

/** The type of an older office file by its streams; undefined for one with macros, and for other compound files. */
async function oldOfficeType(handle: FileHandle): Promise<string | undefined> {
  const names = [...((await compoundFileNames(handle)) ?? [])];
  if (names.some((name) => OLD_MACROS.test(name))) return undefined;
  return Object.entries(OLD_OFFICE).find(([stream]) => names.includes(stream))?.[1];
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
