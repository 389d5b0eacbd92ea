import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { Failure } from '#shared/errors.ts';

const REPLACEMENT = '\uFFFD';
const REPLACEMENT_UTF8 = Buffer.from(REPLACEMENT);

/** Bytes that never belong to a longer character: below 0x30 in UTF-8, GB18030, Big5 and every one-byte encoding. */
const STANDALONE_BELOW = 0x30;

/** The same for UTF-8 alone. A long line of letters is then cut at every piece, not searched again and again. */
const ASCII_BELOW = 0x80;

const LF = 10;

/** The first chunk shows the byte order mark; these marks win over what a mapping says. */
const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Encodings that the decoder knows for purposes of its own, and that no text file is in. */
const NO_TEXT = /^(base64|hex|binary|internal|_.*|utf-?7.*)$/i;

/** Why a name is not that of an encoding, with those that are; undefined where it is one. */
export const encodingFault = (name: string): string | undefined =>
  iconv.encodingExists(name) && !NO_TEXT.test(name)
    ? undefined
    : `不认识编码“${name}”，可用的有 utf-8、gb18030、gbk、big5、macintosh、windows-1252、utf-16le 等`;

/** The encoding to read with: that of the byte order mark, else the one asked for. @throws Failure for an unknown name. */
export function encodingOf(head: Buffer, asked: string | undefined): string {
  const mark = MARKS.find(([bytes]) => bytes.every((byte, index) => head[index] === byte));
  if (mark) return mark[1];
  const fault = asked === undefined ? undefined : encodingFault(asked);
  if (fault !== undefined) throw new Failure('INVALID_BODY', fault);
  return asked ?? 'utf-8';
}

/** Bytes that are not of the encoding: where they are and what they look like. */
export interface BrokenText {
  readonly offset: number;
  readonly line: number;
  readonly bytes: string;
}

/**
 * Decodes a stream of bytes. Bytes that are not of the encoding become U+FFFD and are reported to `onBroken`, which may
 * throw to stop; after the first report of a chunk the rest of that chunk is not searched.
 */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
  onBroken?: (broken: BrokenText) => void,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding);
  const wide = /utf-?16|utf-?32|ucs-?2/i.test(encoding);
  const utf8 = /^utf-?8$/i.test(encoding);
  let carried: Buffer = Buffer.alloc(0);
  let offset = 0;
  let line = 1;
  let afterCr = false;
  const take = (piece: Buffer, last: boolean): string => {
    const text = decoder.write(piece) + (last ? (decoder.end() ?? '') : '');
    const suspect =
      onBroken &&
      (utf8
        ? !isUtf8(piece)
        : wide
          ? !text.isWellFormed() || (last && piece.length % 2 === 1)
          : text.includes(REPLACEMENT));
    if (onBroken && suspect) {
      const at = brokenAt(piece, encoding, utf8);
      onBroken({
        offset: offset + at,
        line: line + breaks(iconv.decode(piece.subarray(0, at), encoding)) - (afterCr && piece[0] === LF ? 1 : 0),
        bytes: [...piece.subarray(at, at + 4)]
          .map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'))
          .join(' '),
      });
    }
    offset += piece.length;
    if (onBroken) {
      // CR and LF that came in two pieces are one line break.
      line += breaks(text) - (afterCr && text.startsWith('\n') ? 1 : 0);
      if (text !== '') afterCr = text.endsWith('\r');
    }
    return text;
  };
  for await (const chunk of chunks) {
    const bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
    const cut = wide ? lastWide(bytes, encoding) : lastStandalone(bytes, utf8 ? ASCII_BELOW : STANDALONE_BELOW);
    carried = Buffer.from(bytes.subarray(cut));
    if (cut > 0) yield take(bytes.subarray(0, cut), false);
  }
  yield take(carried, true);
}

/** Where a piece can be cut so that no character falls apart; the whole piece when it is one long run. */
function lastStandalone(bytes: Buffer, below: number): number {
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    if ((bytes[index] ?? 0) < below) return index + 1;
  }
  return bytes.length > 1024 * 1024 ? bytes.length : 0;
}

/** The same for encodings of two and four bytes: never between the halves of a surrogate pair. */
function lastWide(bytes: Buffer, encoding: string): number {
  const whole = bytes.length - (bytes.length % (/32/.test(encoding) ? 4 : 2));
  if (/32/.test(encoding) || whole < 2) return whole;
  const high = bytes[whole - (/be$/i.test(encoding) ? 2 : 1)] ?? 0;
  return high >= 0xd8 && high < 0xdc ? whole - 2 : whole;
}

const breaks = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Index of the first byte that does not decode. Slow, and asked only once something is wrong. */
function brokenAt(piece: Buffer, encoding: string, utf8: boolean): number {
  const decoder = iconv.getDecoder(encoding);
  let start = 0;
  for (let index = 0; index < piece.length; index += 1) {
    const text = decoder.write(piece.subarray(index, index + 1));
    if (text === '') continue;
    const honest = utf8 && piece.subarray(index - 2, index + 1).equals(REPLACEMENT_UTF8);
    if ((text.includes(REPLACEMENT) && !honest) || !text.isWellFormed()) return start;
    start = index + 1;
  }
  return start;
}
