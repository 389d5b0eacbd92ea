import type { Limits } from './limits.ts';
import { ROW_LIMIT } from './limits.ts';

/** One record of a CSV file. `fault` names the column by position from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault?: { readonly position: number; readonly value: string; readonly reason: string };
}

export interface CsvShape {
  /** One character. */
  readonly delimiter: string;
  /** One character, or '' where quotes are ordinary text. */
  readonly quote: string;
}

const CR = 13;
const LF = 10;
const SHOWN_CHARACTERS = 100;

/** The state of the tokenizer at the next character. */
type Place = 'start' | 'plain' | 'quoted' | 'afterQuote';

/**
 * Cuts text that arrives in pieces into records. Lines end with CR, LF or CRLF, mixed as they come. A cell beyond the
 * limit spoils its record, not the memory: what is beyond is read and dropped.
 */
export class CsvTokenizer {
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #quoteText: string;
  readonly #limits: Limits;
  readonly #emit: (record: CsvRecord) => void;
  #place: Place = 'start';
  #cell = '';
  #cells: string[] = [];
  #rowLength = 0;
  #line = 1;
  #startLine = 1;
  #afterCr = false;
  /** The character before the next one inside quotes, kept over the pieces that text comes in. */
  #quotedBefore = 0;
  #fault: CsvRecord['fault'];

  constructor(shape: CsvShape, limits: Limits, emit: (record: CsvRecord) => void) {
    this.#delimiter = shape.delimiter.charCodeAt(0);
    this.#quote = shape.quote === '' ? -1 : shape.quote.charCodeAt(0);
    this.#quoteText = shape.quote;
    this.#limits = limits;
    this.#emit = emit;
  }

  push(text: string): void {
    let at = 0;
    if (this.#afterCr && text.charCodeAt(0) === LF) at = 1;
    if (text.length > 0) this.#afterCr = false;
    while (at < text.length) {
      at = this.#place === 'quoted' ? this.#readQuoted(text, at) : this.#readOpen(text, at);
    }
  }

  /** Gives the last record when the file does not end with a line break. */
  end(): void {
    if (this.#place === 'quoted') this.#spoil('引号没有闭合，直到文件结束');
    if (this.#place !== 'start' || this.#cells.length > 0) this.#endRecord();
  }

  #readQuoted(text: string, from: number): number {
    const found = text.indexOf(this.#quoteText, from);
    const to = found === -1 ? text.length : found;
    this.#countBreaks(text, from, to);
    this.#append(text, from, to);
    if (found === -1) return to;
    this.#place = 'afterQuote';
    return to + 1;
  }

  #readOpen(text: string, from: number): number {
    const first = text.charCodeAt(from);
    if (this.#place === 'start' && first === this.#quote) {
      this.#place = 'quoted';
      this.#quotedBefore = 0;
      return from + 1;
    }
    if (this.#place === 'afterQuote' && first === this.#quote) {
      // A doubled quote inside quotes is one quote of the text.
      this.#append(this.#quoteText, 0, 1);
      this.#quotedBefore = first;
      this.#place = 'quoted';
      return from + 1;
    }
    let to = from;
    let code = first;
    while (to < text.length && code !== this.#delimiter && code !== CR && code !== LF) {
      to += 1;
      code = text.charCodeAt(to);
    }
    if (to > from) {
      this.#append(text, from, to);
      this.#place = 'plain';
    }
    if (to === text.length) return to;
    if (code === this.#delimiter) this.#endCell();
    else return this.#endLine(text, to, code);
    return to + 1;
  }

  #endLine(text: string, at: number, code: number): number {
    this.#endRecord();
    if (code === LF) return at + 1;
    if (at + 1 === text.length) this.#afterCr = true;
    return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  }

  #countBreaks(text: string, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at);
      if (code === CR || (code === LF && this.#quotedBefore !== CR)) this.#line += 1;
      this.#quotedBefore = code;
    }
  }

  #append(text: string, from: number, to: number): void {
    if (this.#cell.length + to - from > this.#limits.cell) {
      const inQuotes = this.#place === 'quoted' ? '，也可能是引号没有闭合' : '';
      this.#spoil(`单元格超过 ${this.#limits.cell} 个字符${inQuotes}`);
    }
    this.#rowLength += to - from;
    if (this.#rowLength > ROW_LIMIT) this.#spoil(`整行超过 ${ROW_LIMIT} 个字符`);
    if (!this.#fault) this.#cell += text.slice(from, to);
    else if (this.#cell.length < SHOWN_CHARACTERS)
      this.#cell += text.slice(from, Math.min(to, from + SHOWN_CHARACTERS));
  }

  #spoil(reason: string): void {
    this.#fault ??= { position: this.#cells.length + 1, value: this.#cell.slice(0, SHOWN_CHARACTERS), reason };
  }

  #endCell(): void {
    if (this.#cells.length >= this.#limits.columns) this.#spoil(`超过 ${this.#limits.columns} 列`);
    else this.#cells.push(this.#fault ? this.#cell.slice(0, SHOWN_CHARACTERS) : this.#cell);
    this.#cell = '';
    this.#place = 'start';
  }

  #endRecord(): void {
    this.#endCell();
    this.#emit({ line: this.#startLine, cells: this.#cells, ...(this.#fault && { fault: this.#fault }) });
    this.#cells = [];
    this.#fault = undefined;
    this.#rowLength = 0;
    this.#line += 1;
    this.#startLine = this.#line;
  }
}
