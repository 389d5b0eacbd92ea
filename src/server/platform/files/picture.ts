import type { Sharp } from 'sharp';

/** Longest side and most pixels of a picture: an honest photo is below, a small file that unpacks to gigabytes is not. */
const MAX_SIDE = 12_000;
const MAX_PIXELS = 64_000_000;
const MAX_SECONDS = 20;

/** How each kind of picture is written again. Nothing else is a picture here: SVG and PDF are programs to a browser. */
const FORMATS = {
  jpeg: { mime: 'image/jpeg', write: (picture: Sharp) => picture.jpeg({ quality: 88, mozjpeg: false }) },
  png: { mime: 'image/png', write: (picture: Sharp) => picture.png({ compressionLevel: 8 }) },
  webp: { mime: 'image/webp', write: (picture: Sharp) => picture.webp({ quality: 88 }) },
  gif: { mime: 'image/gif', write: (picture: Sharp) => picture.gif() },
} as const;

/** Why a picture is not taken: it is not a picture, or it is too large. */
export type PictureFault = 'broken' | 'huge';

/**
 * Decodes a picture completely and encodes it again: the result holds its pixels, rotated upright, and nothing else: no
 * place, no device, no second file behind the first. Only the first picture of a moving one is kept. Gives the type it
 * was written as, or what is wrong with it.
 */
export async function writePictureAnew(from: string, to: string): Promise<{ mime: string } | { fault: PictureFault }> {
  // Loaded with the first picture: a start need not wait for it.
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  try {
    const { format, width, height } = await sharp(from, options).metadata();
    const known = Object.hasOwn(FORMATS, format) ? FORMATS[format as keyof typeof FORMATS] : undefined;
    if (!known) return { fault: 'broken' };
    if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) return { fault: 'huge' };
    await known.write(sharp(from, options).rotate().timeout({ seconds: MAX_SECONDS })).toFile(to);
    return { mime: known.mime };
  } catch (error) {
    return { fault: /pixel limit/i.test(String(error)) ? 'huge' : 'broken' };
  }
}
