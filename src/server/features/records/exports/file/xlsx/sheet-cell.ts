import type { Cell, CellKind } from '#server/features/records/exports/file/columns.ts';
import { daySerial, keepsDigits, PLAIN_NUMBER, shareOf } from '#server/features/records/exports/file/number-cell.ts';
import { STYLE } from './styles.ts';
import { xmlText } from './xml-text.ts';

/** Characters that a spreadsheet keeps of a cell; a longer one it takes for damage. */
const MAX_TEXT = 32_767;
const CUT = '……（内容过长，此处截断；完整内容请导出 CSV）';

function shortened(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - CUT.length).toWellFormed()}${CUT}`;
}

/** A text cell. What a person wrote is never a formula here, as its type says. */
export function textCell(text: string, place: string, style: number = STYLE.text): string {
  const kept = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  const styled = style === STYLE.text ? '' : ` s="${style}"`;
  return `<c r="${place}"${styled} t="inlineStr"><is><t${kept}>${xmlText(shortened(text))}</t></is></c>`;
}

const numberCell = (number: string | number, place: string, style: number): string =>
  `<c r="${place}" s="${style}"><v>${number}</v></c>`;

function numberStyle(number: string, kind: CellKind): number {
  if (kind === 'year') return STYLE.plain;
  const point = number.indexOf('.');
  const places = point === -1 ? 0 : number.length - point - 1;
  if (kind === 'percent') return places === 0 ? STYLE.percent : STYLE.percentPlaces;
  return places === 0 ? STYLE.whole : places <= 2 ? STYLE.places : STYLE.general;
}

/** A number as a number where a spreadsheet keeps all its digits, a whole day as a date; all else as text. */
export function sheetCell(cell: Cell, kind: CellKind, place: string): string {
  if (cell === null || cell === '') return '';
  if (kind === 'text') return textCell(cell, place);
  if (kind === 'date' || kind === 'dateTime') {
    const serial = daySerial(cell);
    if (serial === undefined) return textCell(cell, place);
    return numberCell(serial, place, kind === 'date' ? STYLE.date : STYLE.dateTime);
  }
  if (!PLAIN_NUMBER.test(cell)) return textCell(cell, place);
  if (!keepsDigits(cell)) return textCell(kind === 'percent' ? `${cell}%` : cell, place);
  return numberCell(kind === 'percent' ? shareOf(cell) : cell, place, numberStyle(cell, kind));
}
