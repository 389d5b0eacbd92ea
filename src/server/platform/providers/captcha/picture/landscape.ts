import type { Chance } from './chance.ts';

/** A picture without its holes: RGB, three bytes a pixel. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const colour = (chance: Chance, hue: number, lightness: [number, number]): string =>
  `hsl(${(hue + chance(-35, 35) + 360) % 360} ${chance(16, 42)}% ${chance(...lightness)}%)`;

/** A range of hills across the picture. */
function hills(chance: Chance, width: number, height: number, top: number, fill: string): string {
  const points: string[] = [];
  for (let x = 0; x <= width + 80; x += chance(40, 90)) points.push(`${x},${top + chance(-45, 45)}`);
  return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="${fill}"/>`;
}

const disc = (chance: Chance, width: number, height: number, fill: string): string =>
  `<circle cx="${chance(0, width)}" cy="${chance(0, height)}" r="${chance(8, 46)}" fill="${fill}" opacity="0.${chance(35, 90)}"/>`;

const box = (chance: Chance, width: number, height: number, fill: string): string => {
  const [x, y] = [chance(0, width), chance(0, height)];
  return `<rect x="${x}" y="${y}" width="${chance(14, 80)}" height="${chance(10, 70)}" rx="${chance(0, 14)}" fill="${fill}"
    opacity="0.${chance(30, 80)}" transform="rotate(${chance(0, 90)} ${x} ${y})"/>`;
};

const curve = (chance: Chance, width: number, height: number, stroke: string): string => {
  const [x, y] = [() => chance(0, width), () => chance(0, height)];
  return `<path d="M${x()},${y()} C${x()},${y()} ${x()},${y()} ${x()},${y()}" fill="none" stroke="${stroke}"
    stroke-width="${chance(2, 9)}" opacity="0.${chance(40, 90)}"/>`;
};

/** A landscape of nothing in particular as SVG: sky, hills, and enough things on it that a hole is not the only edge. */
export function landscape(width: number, height: number, chance: Chance): string {
  const hue = chance(0, 359);
  const things = Array.from({ length: 46 }, () => {
    const fill = colour(chance, hue + chance(0, 3) * 40, [35, 80]);
    return [disc, box, curve][chance(0, 2)]?.(chance, width, height, fill) ?? '';
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x1="0" y1="0" x2="0.${chance(0, 9)}" y2="1">
      <stop offset="0" stop-color="${colour(chance, hue, [60, 78])}"/>
      <stop offset="1" stop-color="${colour(chance, hue + 40, [42, 60])}"/>
    </linearGradient>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    ${things.slice(0, 16).join('')}
    ${hills(chance, width, height, height * 0.45, colour(chance, hue + 20, [45, 60]))}
    ${things.slice(16, 32).join('')}
    ${hills(chance, width, height, height * 0.72, colour(chance, hue + 60, [35, 50]))}
    ${things.slice(32).join('')}
  </svg>`;
}
