import { type Limits, ROW_LIMIT } from '#server/features/imports/reading/limits.ts';
import type { RawRow } from '#server/features/imports/reading/raw-row.ts';
import { numberText } from './number-text.ts';
import type { Workbook } from './workbook.ts';
import type { XmlEvents } from './xml.ts';

const SHOWN_CHARACTERS = 100;

/** Column of a cell address from 1: `B5` → 2, `AA1` → 27. 0 when there is none. */
export function columnOf(address: string | undefined): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}(?=\d|$)/.exec(address ?? '')?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** Letters of a column from 1: 2 → `B`. */
function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Makes rows of the events of a sheet's XML. */
export class SheetRows implements XmlEvents {
  readonly #book: Workbook;
  readonly #limits: Limits;
  readonly #emit: (row: RawRow) => void;
  #row = 0;
  #column = 0;
  #cells: string[] = [];
  #faults = new Map<number, string>();
  #fault: RawRow['fault'];
  #length = 0;
  #type = '';
  #style = 0;
  #text = '';
  #reading = false;
  #phonetic = false;

  constructor(book: Workbook, limits: Limits, emit: (row: RawRow) => void) {
    this.#book = book;
    this.#limits = limits;
    this.#emit = emit;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#startRow(Number(attributes['r'] ?? this.#row + 1));
    if (name === 'c') this.#startCell(attributes);
    if (name === 'rPh') this.#phonetic = true;
    this.#reading = !this.#phonetic && (name === 'v' || name === 't');
  }

  text(piece: string): void {
    if (!this.#reading || this.#column === 0) return;
    if (this.#text.length + piece.length > this.#limits.cell)
      this.#spoil(`单元格超过 ${this.#limits.cell} 个字符`, piece);
    else this.#text += piece;
  }

  close(name: string): void {
    this.#reading = false;
    if (name === 'rPh') this.#phonetic = false;
    if (name === 'c' && this.#column > 0) this.#endCell();
    if (name !== 'row') return;
    this.#emit({
      row: this.#row,
      line: 0,
      cells: this.#cells,
      ...(this.#fault && { fault: this.#fault }),
      ...(this.#faults.size > 0 && { cellFaults: this.#faults }),
    });
  }

  #startRow(row: number): void {
    this.#row = row;
    this.#column = 0;
    this.#cells = [];
    this.#faults = new Map();
    this.#fault = undefined;
    this.#length = 0;
  }

  #startCell(attributes: Readonly<Record<string, string>>): void {
    this.#column = columnOf(attributes['r']) || this.#cells.length + 1;
    this.#type = attributes['t'] ?? 'n';
    this.#style = Number(attributes['s'] ?? 0);
    this.#text = '';
    if (this.#column <= this.#limits.columns) return;
    this.#spoil(`超过 ${this.#limits.columns} 列`, '');
    this.#column = 0;
  }

  #endCell(): void {
    const text = this.#shown();
    if (text.length > this.#limits.cell) this.#spoil(`单元格超过 ${this.#limits.cell} 个字符`, text);
    this.#length += text.length;
    if (this.#length > ROW_LIMIT) this.#spoil(`整行超过 ${ROW_LIMIT} 个字符`, text);
    if (this.#type === 'e') this.#faults.set(this.#column - 1, `单元格是公式错误 ${text}`);
    while (this.#cells.length < this.#column - 1) this.#cells.push('');
    this.#cells[this.#column - 1] = this.#fault ? text.slice(0, SHOWN_CHARACTERS) : text;
  }

  #shown(): string {
    if (this.#type === 's') return this.#book.sharedStrings[Number(this.#text)] ?? '';
    if (this.#type === 'b') return this.#text === '1' ? 'true' : 'false';
    // An ISO date of its own, or plain text: unchanged.
    if (this.#type !== 'n') return this.#text;
    return numberText(this.#text, this.#book.styles[this.#style] ?? 'number', this.#book.from1904);
  }

  #spoil(reason: string, value: string): void {
    this.#fault ??= { column: columnLetters(this.#column), value: value.slice(0, SHOWN_CHARACTERS), reason };
  }
}
