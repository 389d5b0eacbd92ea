import { Failure } from '#shared/errors.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import { openBytes } from './byte-source.ts';
import { type BrokenText, decodeText } from './decode.ts';
import { jsonFault } from './json-fault.ts';
import { type Limits, ROW_LIMIT } from './limits.ts';
import { LIST_MARK, type RawRow, type RowReader } from './raw-row.ts';

const SHOWN_CHARACTERS = 200;

/** One line of a file that names its columns in every row: `columns` says which are wanted and in what order. */
interface Line {
  readonly line: number;
  readonly text: string;
  readonly tooLong: boolean;
}

/** Opens JSON lines. A column is a key, or keys joined by dots for what is nested. */
export async function openJsonLines(
  path: string,
  encoding: string,
  columns: readonly string[],
  limits: Limits,
  onBroken?: (broken: BrokenText) => void,
): Promise<RowReader> {
  const bytes = await openBytes(path, limits);
  const texts = decodeText(bytes.chunks, encoding, onBroken);
  return {
    columns,
    progress: bytes.progress,
    async *batches() {
      for await (const lines of linesOf(texts)) {
        if (lines.length > 0) yield lines.map((line) => rawRow(line, columns, limits));
      }
    },
    close: async () => void (await texts.return(undefined)),
  };
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<Line[]> {
  let held = '';
  let tooLong = false;
  let line = 1;
  let afterCr = false;
  for await (const piece of texts) {
    const found: Line[] = [];
    const text = afterCr && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (piece !== '') afterCr = piece.endsWith('\r');
    const parts = text.split(/\r\n|\r|\n/);
    for (const [index, part] of parts.entries()) {
      if (held.length + part.length > ROW_LIMIT) tooLong = true;
      held = tooLong ? (held + part).slice(0, SHOWN_CHARACTERS) : held + part;
      if (index === parts.length - 1) break;
      found.push({ line, text: held, tooLong });
      held = '';
      tooLong = false;
      line += 1;
    }
    yield found;
  }
  if (held !== '') yield [{ line, text: held, tooLong }];
}

function rawRow({ line, text, tooLong }: Line, columns: readonly string[], limits: Limits): RawRow {
  const at = { row: line, line };
  const spoilt = (reason: string, column = '', value = text): RawRow => ({
    ...at,
    cells: [text.slice(0, SHOWN_CHARACTERS)],
    fault: { column, value: value.slice(0, SHOWN_CHARACTERS), reason },
  });
  if (tooLong) return spoilt(`整行超过 ${ROW_LIMIT} 个字符`);
  if (text.trim() === '') return { ...at, cells: [] };
  let record: unknown;
  try {
    record = JSON.parse(text, exactNumbers);
  } catch (error) {
    return spoilt(`不是有效的 JSON：${jsonFault(error)}`);
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return spoilt('这一行不是 JSON 对象');
  const cells = columns.map((column) => cellText(valueAt(record, column)));
  const long = cells.findIndex((cell) => cell.length > limits.cell);
  return long === -1 ? { ...at, cells, text } : spoilt(`单元格超过 ${limits.cell} 个字符`, columns[long], cells[long]);
}

/** Numbers as they are written: JSON numbers would lose digits beyond the sixteenth. */
function exactNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const number = new Exact(context?.source ?? value);
  return number.isFinite() ? exactText(number) : String(value);
}

/** A key as it is, or a way through nested objects; never an inherited name. */
function valueAt(record: object, column: string): unknown {
  if (Object.hasOwn(record, column)) return (record as Record<string, unknown>)[column];
  let value: unknown = record;
  for (const part of column.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((entry) => cellText(entry)).join(LIST_MARK);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @throws Failure, for a mapping that names columns of JSON lines by position. */
export function namedColumns(columns: readonly (string | number)[]): string[] {
  const position = columns.find((column) => typeof column === 'number');
  if (position !== undefined) throw new Failure('INVALID_BODY', `JSON 行没有列的顺序，请用键名代替第 ${position} 列`);
  return [...new Set(columns as string[])];
}
