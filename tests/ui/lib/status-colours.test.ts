import { getContrastRatio } from '@mui/material/styles';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { theme } from '#client/app/shell/theme.ts';
import { STATE_LABELS } from '#client/features/identity/identity-labels.ts';

/** Least contrast of small text, WCAG 2.2 AA. */
const LEAST = 4.5;
const SHEET = readFileSync(
  path.resolve(import.meta.dirname, '../../../src/client/ui/field-types/cells/chip.css'),
  'utf8',
);

/** Custom properties of the theme by name. */
const TOKENS = new Map(
  [...JSON.stringify(theme.components?.MuiCssBaseline?.styleOverrides).matchAll(/"(--[a-z-]+)":"(#[0-9a-f]{6})"/g)].map(
    ([, name = '', colour = '']) => [name, colour],
  ),
);

describe('The words of every status can be read on what they belong to', () => {
  test.each(Object.values(STATE_LABELS))('$label of a submission', ({ color }) => {
    const text = color === 'default' ? theme.palette.text.primary : theme.palette[color].main;
    for (const ground of [theme.palette.background.paper, theme.palette.background.default])
      expect(getContrastRatio(text, ground)).toBeGreaterThanOrEqual(LEAST);
  });

  const tones = [...SHEET.matchAll(/\.chip\[data-tone='(\w+)'\] \{([^}]*)\}/g)];
  test('the tones of options are all found', () => {
    expect(tones.length).toBeGreaterThanOrEqual(4);
  });
  test.each(tones.map(([, tone = '', rules = '']) => [tone, rules]))('the tone %s of an option', (_, rules) => {
    const colour = (property: string) => {
      const [, hex, token] =
        new RegExp(`(?:^|[\\s;])${property}: *(?:(#[0-9a-f]{6})|var\\((--[a-z-]+)\\))`).exec(rules) ?? [];
      return hex ?? (token === undefined ? undefined : TOKENS.get(token));
    };
    const text = colour('color');
    const ground = colour('background');
    expect([text, ground]).not.toContain(undefined);
    expect(getContrastRatio(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(LEAST);
  });
});
