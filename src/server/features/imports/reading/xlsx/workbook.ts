import { Failure } from '#shared/errors.ts';
import type { Limits } from '#server/features/imports/reading/limits.ts';
import { type NumberKind, numberKind } from './number-text.ts';
import { readXml } from './xml.ts';
import type { ZipParts } from './zip.ts';

/** Characters of all shared texts together, at most. */
const SHARED_CHARACTERS = 256 * 1024 * 1024;

/** What the cells of a sheet refer to. */
export interface Workbook {
  /** Name of the part that holds the sheet asked for. */
  readonly sheetPart: string;
  readonly from1904: boolean;
  readonly sharedStrings: readonly string[];
  /** Kind of number by the style index of a cell. */
  readonly styles: readonly NumberKind[];
}

const WORKBOOK = 'xl/workbook.xml';

/** Reads everything but the sheet itself. @throws Failure when the sheet asked for is not there, naming those that are. */
export async function readWorkbook(
  zip: ZipParts,
  sheet: string | number | undefined,
  limits: Limits,
): Promise<Workbook> {
  const { sheets, from1904 } = await readSheets(zip);
  const wanted = typeof sheet === 'string' ? sheets.find(({ name }) => name === sheet) : sheets[(sheet ?? 1) - 1];
  if (!wanted) {
    const names = sheets.map(({ name }) => `“${name}”`).join('、');
    throw new Failure('INVALID_BODY', `XLSX 中没有工作表“${sheet ?? 1}”，现有 ${names || '零张工作表'}`);
  }
  const targets = await relations(zip);
  const sheetPart = targets.get(wanted.id) ?? '';
  if (!zip.has(sheetPart)) throw new Failure('INVALID_BODY', `不是有效的 XLSX 文件：缺少工作表“${wanted.name}”的内容`);
  return { sheetPart, from1904, sharedStrings: await sharedStrings(zip, limits), styles: await styles(zip) };
}

/** Names of the sheets in their order. */
export const sheetNames = async (zip: ZipParts): Promise<string[]> =>
  (await readSheets(zip)).sheets.map(({ name }) => name);

async function readSheets(zip: ZipParts) {
  const sheets: { name: string; id: string }[] = [];
  let from1904 = false;
  await readXml(zip.read(WORKBOOK), WORKBOOK, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(1|true)$/i.test(attributes['date1904'] ?? '');
      if (name === 'sheet') sheets.push({ name: attributes['name'] ?? '', id: relationId(attributes) });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return { sheets, from1904 };
}

const relationId = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';

async function relations(zip: ZipParts): Promise<Map<string, string>> {
  const part = 'xl/_rels/workbook.xml.rels';
  const targets = new Map<string, string>();
  await readXml(zip.read(part), part, {
    open(name, { Id = '', Target = '' }) {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
    close: () => undefined,
    text: () => undefined,
  });
  return targets;
}

async function sharedStrings(zip: ZipParts, limits: Limits): Promise<string[]> {
  const part = 'xl/sharedStrings.xml';
  const strings: string[] = [];
  if (!zip.has(part)) return strings;
  let text = '';
  let characters = 0;
  let open = false;
  let phonetic = false;
  await readXml(zip.read(part), part, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
      open = name === 't';
    },
    close(name) {
      open = false;
      if (name === 'rPh') phonetic = false;
      if (name !== 'si') return;
      characters += text.length;
      if (strings.length >= limits.sharedStrings || characters > SHARED_CHARACTERS) {
        throw new Failure('TOO_LARGE', `XLSX 的共享文本超过 ${limits.sharedStrings} 条或 ${SHARED_CHARACTERS} 个字符`);
      }
      // One character beyond the limit is enough for the row to be refused where the text is used.
      strings.push(text.length > limits.cell ? text.slice(0, limits.cell + 1) : text);
    },
    text(piece) {
      if (open && !phonetic) text += piece;
    },
  });
  return strings;
}

async function styles(zip: ZipParts): Promise<NumberKind[]> {
  const part = 'xl/styles.xml';
  if (!zip.has(part)) return [];
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let inCells = false;
  await readXml(zip.read(part), part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') inCells = true;
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'xf' && inCells) kinds.push(numberKind(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
    text: () => undefined,
  });
  return kinds;
}
