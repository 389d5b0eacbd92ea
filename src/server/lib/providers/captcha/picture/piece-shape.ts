/** What the four sides of a piece have, from the top clockwise: 1 a knob, -1 a bay, 0 nothing. */
export type Sides = readonly [top: number, right: number, bottom: number, left: number];

/** Shares of the piece's size: its body is the square between the margins, knobs and bays are circles on its edges. */
const MARGIN = 0.18;
const RADIUS = 0.14;
/** A circle's centre lies so far outside its edge for a knob, so far inside for a bay, in radii. */
const OFFSET = 0.35;
/** Points across a pixel that are looked at to smooth edges. */
const SAMPLES = 3;

/** Is a point inside a piece of size 1? */
function isInside(x: number, y: number, sides: Sides): boolean {
  const far = 1 - MARGIN;
  let inside = x >= MARGIN && x <= far && y >= MARGIN && y <= far;
  const out = OFFSET * RADIUS;
  const centres = [
    [0.5, MARGIN - out * sides[0]],
    [far + out * sides[1], 0.5],
    [0.5, far + out * sides[2]],
    [MARGIN - out * sides[3], 0.5],
  ] as const;
  sides.forEach((side, index) => {
    const [cx, cy] = centres[index] ?? [0, 0];
    if (side !== 0 && (x - cx) ** 2 + (y - cy) ** 2 <= RADIUS ** 2) inside = side > 0;
  });
  return inside;
}

/** How much of each pixel of a piece is covered, 0 to 255, row by row. */
export function pieceMask(size: number, sides: Sides): Uint8Array {
  const mask = new Uint8Array(size * size);
  const step = 1 / (size * SAMPLES);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const [column, row] = [pixel % size, Math.floor(pixel / size)];
    let covered = 0;
    for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
      const x = (column * SAMPLES + (sample % SAMPLES) + 0.5) * step;
      const y = (row * SAMPLES + Math.floor(sample / SAMPLES) + 0.5) * step;
      if (isInside(x, y, sides)) covered += 1;
    }
    mask[pixel] = Math.round((255 * covered) / SAMPLES ** 2);
  }
  return mask;
}

/** How near each pixel is to the edge from within: 0 far inside or outside, 1 on the edge. `mask` as pieceMask gives it. */
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
