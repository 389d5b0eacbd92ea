const FULL_WIDTH = 0xfee0;

/**
 * A text with its full-width letters, digits and marks made narrow, its letters small and its dashes alike. Each UTF-16
 * unit stays one, so that offsets are those of the text.
 */
export const plainText = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - FULL_WIDTH))
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll(/[–—―－−]/g, '-')
    .replaceAll(/[〜∼]/g, '~')
    .replaceAll('\u3000', ' ');

/** What joins the two ends of a range, as part of a pattern. */
export const TO = ' ?(?:[-~]{1,2}|直?到|至) ?';
