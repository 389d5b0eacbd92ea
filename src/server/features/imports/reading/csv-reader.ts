import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure } from '#shared/errors.ts';
import { plainCell } from '#server/platform/files/safe-cell.ts';
import { openBytes } from './byte-source.ts';
import { type CsvRecord, CsvTokenizer } from './csv-tokenizer.ts';
import { type BrokenText, decodeText } from './decode.ts';
import { detectDelimiter } from './delimiter.ts';
import { headings, positions } from './headings.ts';
import type { Limits } from './limits.ts';
import type { RawRow, RowReader } from './raw-row.ts';

/** Replaces a delimiter of several characters while the text is split. */
const STAND_IN = '\u001E';

/** Opens a CSV file; the headings are read at once. `onBroken` receives bytes that are not of the encoding. */
export async function openCsv(
  path: string,
  encoding: string,
  mapping: Pick<ImportMapping, 'quote' | 'delimiter' | 'header'>,
  limits: Limits,
  onBroken?: (broken: BrokenText) => void,
): Promise<RowReader> {
  const bytes = await openBytes(path, limits);
  const texts = decodeText(bytes.chunks, encoding, onBroken)[Symbol.asyncIterator]();
  const first = await nextText(texts);
  const quote = mapping.quote ?? '"';
  const delimiter = mapping.delimiter ?? detectDelimiter(first, quote, limits);
  const long = delimiter.length > 1;
  let records: CsvRecord[] = [];
  const tokenizer = new CsvTokenizer({ delimiter: long ? STAND_IN : delimiter, quote }, limits, (record) => {
    const whole = long ? record.cells.map((cell) => cell.replaceAll(STAND_IN, delimiter)) : record.cells;
    // What our own files guard against spreadsheets comes back as it was.
    records.push({ ...record, cells: whole.map((cell) => plainCell(cell)) });
  });
  const push = long ? replacing(delimiter, (text) => tokenizer.push(text)) : (text: string) => tokenizer.push(text);
  let ended = false;

  /** Reads on until there are records or the file ends. */
  async function read(text: string | undefined): Promise<CsvRecord[]> {
    for (let piece = text ?? (await nextText(texts)); ; piece = await nextText(texts)) {
      if (piece === '') {
        push('');
        if (!ended) tokenizer.end();
        ended = true;
      } else push(piece);
      const found = records;
      records = [];
      if (found.length > 0 || ended) return found;
    }
  }

  const header = mapping.header ?? 1;
  let row = 0;
  let waiting = await read(first);
  for (; waiting.length > 0 && row < header; row += 1) {
    const [heading] = waiting;
    waiting = waiting.slice(1);
    if (row + 1 === header && heading) return reader(headings(heading.cells));
    if (waiting.length === 0) waiting = await read(undefined);
  }
  if (header > 0) throw new Failure('INVALID_BODY', `文件没有第 ${header} 行，找不到表头`);
  return reader(positions(waiting[0]?.cells.length ?? 0));

  function reader(columns: readonly string[]): RowReader {
    row = header;
    return {
      columns,
      progress: bytes.progress,
      async *batches() {
        for (let found = waiting; found.length > 0 || !ended; found = await read(undefined)) {
          if (found.length > 0) yield found.map((record) => rawRow(record, (row += 1), columns));
        }
      },
      close: async () => void (await texts.return?.(undefined)),
    };
  }
}

function rawRow({ line, cells, fault }: CsvRecord, row: number, columns: readonly string[]): RawRow {
  if (!fault) return { row, line, cells };
  const column = columns[fault.position - 1] ?? `第 ${fault.position} 列`;
  return { row, line, cells, fault: { column, value: fault.value, reason: fault.reason } };
}

/** The next text that is not empty; '' at the end. */
async function nextText(texts: AsyncIterator<string>): Promise<string> {
  for (;;) {
    const { done, value } = await texts.next();
    if (done) return '';
    if (value !== '') return value;
  }
}

/** Replaces a text that may be cut in two by the pieces it arrives in; an empty piece gives what was held back. */
function replacing(wanted: string, push: (text: string) => void): (text: string) => void {
  let held = '';
  return (piece) => {
    const text = (held + piece).replaceAll(wanted, STAND_IN);
    const keep = piece === '' ? 0 : Math.min(wanted.length - 1, text.length);
    held = keep > 0 ? text.slice(-keep) : '';
    push(keep > 0 ? text.slice(0, -keep) : text);
  };
}
