/** Is a point inside a symbol? Both coordinates go from -1 to 1, y downwards. */
type Symbol = (x: number, y: number) => boolean;

type Corner = readonly [x: number, y: number];

/** Asked for each of some 15,000 points of a picture, so the edges are worked out once. */
function polygon(...corners: readonly Corner[]): Symbol {
  const edges = corners.map(([x1, y1], index) => {
    const [x2, y2] = corners.at(index - 1) ?? [0, 0];
    return { x1, y1, y2, slope: (x2 - x1) / (y2 - y1) };
  });
  return (x, y) => {
    let inside = false;
    for (const { x1, y1, y2, slope } of edges) if (y1 > y !== y2 > y && x < slope * (y - y1) + x1) inside = !inside;
    return inside;
  };
}
const disc = (x: number, y: number, radius: number): boolean => x ** 2 + y ** 2 <= radius ** 2;
const star = polygon(
  ...Array.from({ length: 10 }, (_, at): Corner => {
    const [radius, angle] = [at % 2 === 0 ? 1 : 0.42, (at * Math.PI) / 5];
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  }),
);
const tip = polygon([0, -1], [0.5, -0.05], [-0.5, -0.05]);

/** Symbols that an eye knows at once, in whatever position and size; none becomes another by turning it. */
export const SYMBOLS: readonly Symbol[] = [
  // A heart.
  (x, y) => ((1.25 * x) ** 2 + (1.2 * y - 0.1) ** 2 - 1) ** 3 + (1.25 * x) ** 2 * (1.2 * y - 0.1) ** 3 <= 0,
  star,
  // A crescent.
  (x, y) => disc(x, y, 0.92) && !disc(x - 0.42, y, 0.74),
  // A cross.
  (x, y) => Math.max(Math.abs(x), Math.abs(y)) <= 0.9 && Math.min(Math.abs(x), Math.abs(y)) <= 0.28,
  // A drop.
  (x, y) => disc(x, y - 0.32, 0.58) || tip(x, y),
  // A ring.
  (x, y) => disc(x, y, 0.92) && !disc(x, y, 0.48),
  // An arrow.
  polygon([0, -0.95], [0.75, -0.1], [0.27, -0.1], [0.27, 0.9], [-0.27, 0.9], [-0.27, -0.1], [-0.75, -0.1]),
  // A flash.
  polygon([0.35, -0.98], [-0.75, 0.2], [-0.12, 0.2], [-0.4, 0.98], [0.75, -0.3], [0.12, -0.3]),
  // An hourglass.
  polygon([-0.7, -0.85], [0.7, -0.85], [0.12, 0], [0.7, 0.85], [-0.7, 0.85], [-0.12, 0]),
  // A flower of four petals.
  (x, y) => disc(Math.abs(x) - 0.45, Math.abs(y) - 0.45, 0.44) || disc(x, y, 0.3),
  // A square.
  (x, y) => Math.max(Math.abs(x), Math.abs(y)) <= 0.68,
];

/** How a symbol is drawn: turned, in radians, and stretched. */
export interface Pose {
  readonly angle: number;
  readonly stretch: readonly [across: number, down: number];
}

/** As a piece shows its symbol. */
export const UPRIGHT: Pose = { angle: 0, stretch: [0.9, 0.9] };

/** Points across a pixel that are looked at to smooth edges. */
const SAMPLES = 3;

/** How much of each pixel of a square of `size` a symbol covers, 0 to 255, row by row. */
export function symbolMask(size: number, symbol: number, { angle, stretch: [across, down] }: Pose): Uint8Array {
  const isInside = SYMBOLS[symbol];
  if (!isInside) throw new Error(`There is no symbol ${symbol}.`);
  const mask = new Uint8Array(size * size);
  const step = 2 / (size * SAMPLES);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const [column, row] = [pixel % size, Math.floor(pixel / size)];
    let covered = 0;
    for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
      const x = (column * SAMPLES + (sample % SAMPLES) + 0.5) * step - 1;
      const y = (row * SAMPLES + Math.floor(sample / SAMPLES) + 0.5) * step - 1;
      if (isInside((x * cos + y * sin) / across, (y * cos - x * sin) / down)) covered += 1;
    }
    mask[pixel] = Math.round((255 * covered) / SAMPLES ** 2);
  }
  return mask;
}

/** How near each pixel is to the edge from within: 0 far inside or outside, 1 on the edge. `mask` as symbolMask gives it. */
export function edgeOf(mask: Uint8Array, size: number, reach: number): Float32Array {
  const edge = new Float32Array(mask.length);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    if (mask[pixel] === 0) continue;
    const [column, row] = [pixel % size, Math.floor(pixel / size)];
    let nearest = reach + 1;
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        const [x, y] = [column + dx, row + dy];
        const outside = x < 0 || y < 0 || x >= size || y >= size || (mask[y * size + x] ?? 0) < 128;
        if (outside) nearest = Math.min(nearest, Math.hypot(dx, dy));
      }
    }
    edge[pixel] = Math.max(0, 1 - nearest / (reach + 1));
  }
  return edge;
}
