import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { create, type Font } from 'fontkit';

/** A character as a line to be drawn, in thousandths of the type size. */
export interface Glyph {
  /** Content of a PDF glyph procedure. */
  readonly path: string;
  readonly advance: number;
}

const require = createRequire(import.meta.url);
const FOLDER = path.dirname(require.resolve('@fontsource-variable/noto-sans-sc/package.json'));
const UNITS = 1000;

interface Slice {
  readonly from: number;
  readonly to: number;
  readonly file: string;
}

/** `[4]` of the table is `files/noto-sans-sc-4-wght-normal.woff2`, `latin` is `…-latin-wght-normal.woff2`. */
function readSlices(): Slice[] {
  const table = JSON.parse(readFileSync(path.join(FOLDER, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(table).flatMap(([key, ranges]) =>
    ranges.split(',').map((range) => {
      const [from = '', to = from] = range.trim().slice('U+'.length).split('-');
      const name = key.replaceAll(/[[\]]/g, '');
      const file = path.join(FOLDER, 'files', `noto-sans-sc-${name}-wght-normal.woff2`);
      return { from: parseInt(from, 16), to: parseInt(to, 16), file };
    }),
  );
}

/**
 * The outlines of a Chinese font that is brought along, so that names are readable on a machine and in a file without any.
 * The font comes in a hundred slices, of which only those are read that hold a wanted character.
 */
export class Glyphs {
  readonly #slices = readSlices();
  readonly #fonts = new Map<string, Font>();
  readonly #glyphs = new Map<string, Glyph | undefined>();

  has(character: string): boolean {
    return this.of(character) !== undefined;
  }

  /** Undefined for a character that the font lacks. */
  of(character: string): Glyph | undefined {
    if (!this.#glyphs.has(character)) this.#glyphs.set(character, this.#read(character));
    return this.#glyphs.get(character);
  }

  #read(character: string): Glyph | undefined {
    const code = character.codePointAt(0) ?? 0;
    for (const { file } of this.#slices.filter(({ from, to }) => from <= code && code <= to)) {
      const font = this.#font(file);
      if (!font.hasGlyphForCodePoint(code)) continue;
      const glyph = font.glyphForCodePoint(code);
      const scale = UNITS / font.unitsPerEm;
      return { path: pathOf(glyph.path.commands, scale), advance: Math.round(glyph.advanceWidth * scale) };
    }
    return undefined;
  }

  #font(file: string): Font {
    const known = this.#fonts.get(file);
    if (known) return known;
    const font = create(readFileSync(file)) as Font;
    this.#fonts.set(file, font);
    return font;
  }
}

type Commands = ReturnType<Font['glyphForCodePoint']>['path']['commands'];

/** Path operators of PDF; a quadratic curve is written as the cubic one that it equals. */
function pathOf(commands: Commands, scale: number): string {
  let [x, y] = [0, 0];
  const shown = (values: readonly number[]) => values.map((value) => Math.round(value * scale)).join(' ');
  const lines = commands.map(({ command, args }) => {
    const [a = 0, b = 0, c = 0, d = 0] = args;
    const from = [x, y] as const;
    if (args.length > 0) [x, y] = [args.at(-2) ?? 0, args.at(-1) ?? 0];
    if (command === 'moveTo') return `${shown(args)} m`;
    if (command === 'lineTo') return `${shown(args)} l`;
    if (command === 'bezierCurveTo') return `${shown(args)} c`;
    if (command === 'closePath') return 'h';
    const third = (end: number, control: number) => end + (2 / 3) * (control - end);
    return `${shown([third(from[0], a), third(from[1], b), third(c, a), third(d, b), c, d])} c`;
  });
  return lines.join('\n');
}
