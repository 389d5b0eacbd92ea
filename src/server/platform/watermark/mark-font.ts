import { type PDFContext, type PDFRef, PDFHexString, PDFNumber } from '@cantoo/pdf-lib';
import type { Glyphs } from './glyphs.ts';

/** The font of one mark within a document. */
export interface MarkFont {
  readonly ref: PDFRef;
  /** The text as the font addresses it, in hexadecimal digits. */
  readonly coded: string;
  /** Of the text, in thousandths of the type size. */
  readonly width: number;
}

/**
 * Width of the line that characters are drawn with, in thousandths of the type size. The outlines of the slices are those of
 * the thinnest weight: a line along them makes them as heavy as text, in one stroke, so that no part is painted twice.
 */
const PEN = 36;
/** A character has one byte, and the first code is 1. */
const MOST_CHARACTERS = 255;

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

/** Characters as UTF-16, as the table to Unicode has them. */
const utf16 = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index), 4)).join('');

/**
 * A font with the characters of a text alone, each drawn by its outline, and readable as text: what is on the page can be
 * searched and copied. @throws Error for a character that there is no outline of.
 */
export function embedMarkFont(context: PDFContext, text: string, look: PDFRef, glyphs: Glyphs): MarkFont {
  const characters = [...new Set(text)].slice(0, MOST_CHARACTERS);
  const drawn = characters.map((character, index) => {
    const glyph = glyphs.of(character);
    if (!glyph) throw new Error(`There is no outline of ${character}.`);
    return { ...glyph, character, code: index + 1, name: `g${index + 1}` };
  });
  const procedures = Object.fromEntries(
    drawn.map(({ name, path, advance }) => [
      name,
      context.register(context.flateStream(`${advance} 0 d0\n/MarkLook gs 0.5 G ${PEN} w 1 j\n${path}\nS`)),
    ]),
  );
  const unicode = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    ...drawn.map(({ code, character }) => `1 beginbfchar <${hex(code, 2)}> <${utf16(character)}> endbfchar`),
    'endcmap end end',
  ].join('\n');
  const ref = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [-200, -300, 1200, 1100],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      CharProcs: context.obj(procedures),
      Encoding: { Type: 'Encoding', Differences: [1, ...drawn.map(({ name }) => name)] },
      FirstChar: 1,
      LastChar: drawn.length,
      Widths: drawn.map(({ advance }) => PDFNumber.of(advance)),
      Resources: { ExtGState: { MarkLook: look } },
      ToUnicode: context.register(context.flateStream(unicode)),
    }),
  );
  const codes = new Map(drawn.map((glyph) => [glyph.character, glyph]));
  const used = [...text].flatMap((character) => codes.get(character) ?? []);
  return {
    ref,
    coded: PDFHexString.of(used.map(({ code }) => hex(code, 2)).join('')).toString(),
    width: used.reduce((sum, { advance }) => sum + advance, 0),
  };
}
