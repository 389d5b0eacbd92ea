import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sheet = readFileSync('src/client/app/shell/tokens.css', 'utf8');
const page = readFileSync('src/client/index.html', 'utf8');
const chips = readFileSync('src/client/ui/field-types/cells/chip.css', 'utf8');

type Theme = 'light' | 'dark';
const THEMES: readonly Theme[] = ['light', 'dark'];

/** The opaque colours of both themes, by their names. */
const colours = new Map(
  [...sheet.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

function colour(name: string, theme: Theme): string {
  const found = colours.get(name);
  if (!found) throw new Error(`tokens.css has no colour --${name}.`);
  return found[theme];
}

/** The relative luminance of WCAG, of `#rrggbb`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

/** What is below its measure, as `text on paper, dark: 4.2`. */
const faults = (pairs: readonly (readonly [string, string])[], least: number): string[] =>
  pairs.flatMap(([front, back]) =>
    THEMES.flatMap((theme) => {
      const found = contrast(colour(front, theme), colour(back, theme));
      return found < least ? [`${front} on ${back}, ${theme}: ${found.toFixed(2)}`] : [];
    }),
  );

const on = (backs: readonly string[], ...fronts: readonly string[]) =>
  fronts.flatMap((front) => backs.map((back) => [front, back] as const));

const SURFACES = ['paper', 'paper-raised', 'canvas', 'wash', 'row-hover', 'row-active'] as const;

const TEXT = [
  ...on([...SURFACES, 'wash-strong', 'brand-wash', 'gold-wash', 'danger-wash', 'success-wash'], 'text', 'text-soft'),
  ...on([...SURFACES, 'brand-wash'], 'brand', 'brand-ink', 'ink-text'),
  ...on(['paper', 'paper-raised', 'canvas', 'wash'], 'danger', 'success', 'gold', 'accent', 'info'),
  ...on(['brand-wash', 'brand-tint'], 'brand-ink', 'ink-text'),
  ...on(['gold-wash', 'gold-line'], 'gold-ink'),
  ...on(['gold-wash'], 'gold'),
  ...on(['danger-wash'], 'danger', 'danger-ink'),
  ...on(['success-wash'], 'success', 'success-ink'),
  ...on(['brand', 'brand-strong'], 'on-brand'),
  ...on(['danger', 'danger-bright'], 'on-danger'),
  ...on(['ink', 'ink-soft', 'ink-bright'], 'on-ink'),
  ...on(['text-soft', 'accent', 'gold', 'info', 'success'], 'paper'),
];

const CONTROLS = [
  ...on(SURFACES, 'line-input', 'brand'),
  ...on(['paper', 'canvas'], 'success-bright', 'danger-bright'),
  ...on(['ink', 'ink-bright'], 'focus-on-ink', 'on-ink'),
  ...on(['paper'], ...Array.from({ length: 8 }, (_, at) => `chart-${at + 1}`)),
];

test('text is at least 4.5 times as bright or as dark as what it is written on, in both themes', () => {
  expect(faults(TEXT, 4.5)).toEqual([]);
});

test('borders of inputs, marks, rings of focus and series of charts reach 3 in both themes', () => {
  expect(faults(CONTROLS, 3)).toEqual([]);
});

test('the words of every status can be read on what they are written on', () => {
  const tones = [
    ...chips.matchAll(/data-tone='\w+'\] \{\s*background: var\(--([\w-]+)\);\s*color: var\(--([\w-]+)\)/g),
  ];
  expect(tones.length).toBeGreaterThanOrEqual(4);
  expect(
    faults(
      tones.map(([, back = '', front = '']) => [front, back] as const),
      4.5,
    ),
  ).toEqual([]);
});

test('every colour has a value for both themes', () => {
  const bare = sheet
    .split('\n')
    .filter((line) => /#[0-9a-f]{3,8}\b|\brgb\(/.test(line) && !line.includes('light-dark('));
  expect(bare).toEqual([]);
});

test('the page names the colour of its bar before its styles have come', () => {
  for (const theme of ['light', 'dark'] as const)
    expect(page).toContain(
      `<meta name="theme-color" content="${colour('ink', theme)}" media="(prefers-color-scheme: ${theme})"`,
    );
});
