/** What a program sees of a slide captcha: the picture (RGB), the piece (RGBA), and the row at which the piece is shown. */
export interface SeenPuzzle {
  readonly width: number;
  readonly height: number;
  readonly picture: Uint8Array;
  readonly piece: Uint8Array;
  readonly pieceSize: number;
  readonly pieceTop: number;
}

/** Says where the hole is, as the distance from the left in pixels. */
export type Attack = (seen: SeenPuzzle) => number;

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

function grey(data: Uint8Array, width: number, height: number, channels: 3 | 4): Plane {
  const plane = new Float32Array(width * height);
  for (let at = 0; at < plane.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * channels, at * channels + 3);
    plane[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return { width, height, data: plane };
}

function mapped({ width, height, data }: Plane, of: (read: (dx: number, dy: number) => number) => number): Plane {
  const result = new Float32Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const read = (dx: number, dy: number) =>
        data[Math.min(height - 1, Math.max(0, y + dy)) * width + Math.min(width - 1, Math.max(0, x + dx))] ?? 0;
      result[y * width + x] = of(read);
    }
  }
  return { width, height, data: result };
}

const around = (reach: number): readonly [number, number][] =>
  Array.from({ length: (2 * reach + 1) ** 2 }, (_, at) => [
    (at % (2 * reach + 1)) - reach,
    Math.floor(at / (2 * reach + 1)) - reach,
  ]);
const mean = (plane: Plane, reach: number): Plane => {
  const near = around(reach);
  return mapped(plane, (read) => near.reduce((sum, [dx, dy]) => sum + read(dx, dy), 0) / near.length);
};
const most = (plane: Plane, reach: number): Plane => {
  const near = around(reach);
  return mapped(plane, (read) => Math.max(...near.map(([dx, dy]) => read(dx, dy))));
};
/** How steep the picture is at each pixel, by Sobel's operator. */
const slopes = (plane: Plane): Plane =>
  mapped(plane, (at) => {
    const across = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    const down = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    return Math.hypot(across, down);
  });

/** How covered each pixel of the piece is, 0 to 1. */
const maskOf = ({ piece, pieceSize }: SeenPuzzle): Plane => ({
  width: pieceSize,
  height: pieceSize,
  data: Float32Array.from({ length: pieceSize ** 2 }, (_, at) => (piece[at * 4 + 3] ?? 0) / 255),
});

/** The place of the row whose score is the highest; every second one is looked at, as nearness is enough. */
function bestPlace(seen: SeenPuzzle, scoreAt: (left: number, top: number) => number): number {
  let best = { score: -Infinity, left: 0 };
  for (let left = seen.pieceSize; left <= seen.width - seen.pieceSize; left += 2) {
    const score = scoreAt(left, seen.pieceTop);
    if (score > best.score) best = { score, left };
  }
  return best.left;
}

/** Normalised cross-correlation of a template, where `weight` is not 0, with a place of a picture. */
function correlation(picture: Plane, template: Plane, weight: Plane, left: number, top: number): number {
  let [total, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < template.data.length; at += 1) {
    const w = weight.data[at] ?? 0;
    if (w === 0) continue;
    const x = left + (at % template.width);
    const y = top + Math.floor(at / template.width);
    const [a, b] = [template.data[at] ?? 0, picture.data[y * picture.width + x] ?? 0];
    total += w;
    sumA += w * a;
    sumB += w * b;
    sumAA += w * a * a;
    sumBB += w * b * b;
    sumAB += w * a * b;
  }
  const spread = (sumAA - (sumA * sumA) / total) * (sumBB - (sumB * sumB) / total);
  return spread <= 0 ? 0 : (sumAB - (sumA * sumB) / total) / Math.sqrt(spread);
}

const everywhere = ({ width, height, data }: Plane): Plane => ({
  width,
  height,
  data: new Float32Array(data.length).fill(1),
});
const asPicture = (seen: SeenPuzzle): Plane => grey(seen.picture, seen.width, seen.height, 3);
const asPiece = (seen: SeenPuzzle): Plane => grey(seen.piece, seen.pieceSize, seen.pieceSize, 4);

const match = (seen: SeenPuzzle, picture: Plane, template: Plane, weight: Plane, judge = (score: number) => score) =>
  bestPlace(seen, (left, top) => judge(correlation(picture, template, weight, left, top)));

/** The ways in which programs look for the hole of a slide captcha. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'comparing the pixels of the piece': (seen) => match(seen, asPicture(seen), asPiece(seen), maskOf(seen)),
  'comparing the pixels of the piece, whatever their tone': (seen) =>
    match(seen, asPicture(seen), asPiece(seen), maskOf(seen), Math.abs),
  'looking for the darkest place of its shape': (seen) => {
    const mask = maskOf(seen);
    return match(seen, asPicture(seen), mask, everywhere(mask), (score) => -score);
  },
  'looking for a place of its shape that differs in brightness': (seen) => {
    const mask = maskOf(seen);
    return match(seen, asPicture(seen), mask, everywhere(mask), Math.abs);
  },
  'looking for its outline among the edges': (seen) => {
    const mask = maskOf(seen);
    return match(seen, slopes(asPicture(seen)), slopes(mask), everywhere(mask));
  },
  'looking for its outline among the edges, with some play': (seen) => {
    const mask = maskOf(seen);
    return match(seen, most(slopes(asPicture(seen)), 2), most(slopes(mask), 2), everywhere(mask));
  },
  'looking for the most edges along its outline': (seen) => {
    const [picture, outline] = [slopes(asPicture(seen)), slopes(maskOf(seen))];
    return bestPlace(seen, (left, top) => {
      let sum = 0;
      for (let at = 0; at < outline.data.length; at += 1)
        sum +=
          (outline.data[at] ?? 0) *
          Math.min(
            120,
            picture.data[(top + Math.floor(at / outline.width)) * picture.width + left + (at % outline.width)] ?? 0,
          );
      return sum;
    });
  },
  'comparing the edges of the piece': (seen) =>
    match(seen, slopes(asPicture(seen)), slopes(asPiece(seen)), maskOf(seen)),
  'looking for a place of its shape with another grain': (seen) => {
    const picture = asPicture(seen);
    const smooth = mean(picture, 1);
    const grain = mean(
      { ...picture, data: picture.data.map((value, at) => Math.abs(value - (smooth.data[at] ?? 0))) },
      1,
    );
    const mask = maskOf(seen);
    return match(seen, grain, mask, everywhere(mask), Math.abs);
  },
  'looking for a place of its shape with another colour': (seen) => {
    const hue = { width: seen.width, height: seen.height, data: new Float32Array(seen.width * seen.height) };
    for (let at = 0; at < hue.data.length; at += 1)
      hue.data[at] = (seen.picture[at * 3] ?? 0) - (seen.picture[at * 3 + 2] ?? 0);
    const mask = maskOf(seen);
    return match(seen, hue, mask, everywhere(mask), Math.abs);
  },
};
