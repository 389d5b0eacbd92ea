import { expect, it } from 'vitest';
import { HOST_SOURCE, SOUND_HOST_SOURCE } from '#generators/field-types/host.ts';
import { decimalPattern } from '#generators/field-types/parts.ts';
import { dateRange, decimalRange, instantRange } from '#generators/portable/ranges.ts';
import { FORMATS, KEYWORDS } from '#shared/validation/vocabulary.ts';
import { type Prng, prng } from '#tests/support/prng.ts';

const meets = (keyword: string, bound: string | undefined, value: string): boolean =>
  bound === undefined || KEYWORDS[keyword]?.meets(bound, value) === true;
const fits = (format: string, text: string): boolean => FORMATS[format]?.(text) === true;

function amount(random: Prng, places: number): string {
  const whole = random.chance(0.3) ? random.int(0, 12) : random.int(0, 3000);
  const digits = String(random.int(0, 10 ** places - 1)).padStart(places, '0');
  const fraction = places > 0 && random.chance(0.5) ? `.${digits.slice(0, random.int(1, places))}` : '';
  return `${random.chance(0.3) ? '-' : ''}${whole}${fraction}`;
}

it('a pattern of decimal text takes what is within the bounds by value, in 45,000 texts', () => {
  const random = prng(3);
  for (let turn = 0; turn < 1500; turn += 1) {
    const places = random.int(0, 3);
    const bound = () => (random.chance(0.7) ? amount(random, random.int(0, 4)) : undefined);
    const [min, max] = [bound(), bound()];
    const pattern = new RegExp(decimalRange(places, min, max), 'u');
    const odd = [
      '0',
      '-0',
      '-0.0',
      '01',
      '1.',
      '.5',
      '',
      '1e5',
      min ?? '0',
      max ?? '0',
      '9'.repeat(24),
      '9'.repeat(25),
    ];
    for (let text = 0; text < 30; text += 1) {
      const value = random.chance(0.15) ? random.pick(odd) : amount(random, places);
      const isWithin =
        new RegExp(decimalPattern(places)).test(value) &&
        meets('decimalMinimum', min, value) &&
        meets('decimalMaximum', max, value);
      expect({ places, min, max, value, taken: pattern.test(value) }).toEqual({
        places,
        min,
        max,
        value,
        taken: isWithin,
      });
    }
  }
});

const part = (random: Prng, from: number, to: number): string => String(random.int(from, to)).padStart(2, '0');

it('a pattern of days, months, years and instants takes those that exist between two days, in 30,000 texts', () => {
  const random = prng(4);
  const day = () => `${random.int(1590, 2210)}-${part(random, 1, 12)}-${part(random, 1, 28)}`;
  for (let turn = 0; turn < 1000; turn += 1) {
    const [earliest = '', latest = ''] = random.chance(0.3) ? ['1600-01-01', '2199-12-31'] : [day(), day()].toSorted();
    const isPartial = random.chance(0.5);
    const days = new RegExp(dateRange(earliest, latest, isPartial), 'u');
    const instants = new RegExp(instantRange(earliest, latest), 'u');
    for (let text = 0; text < 30; text += 1) {
      const year = random.pick([earliest.slice(0, 4), latest.slice(0, 4), String(random.int(1500, 2300))]);
      const whole = random.chance(0.2) ? earliest : `${year}-${part(random, 0, 13)}-${part(random, 0, 32)}`;
      const value = random.chance(0.3) ? whole.slice(0, random.pick([4, 7])) : whole;
      const isWithin = (one: string) => meets('dateMinimum', earliest, one) && meets('dateMaximum', latest, one);
      const isDay = fits(isPartial ? 'partial-date' : 'full-date', value) && isWithin(value);
      expect({ earliest, latest, value, taken: days.test(value) }).toEqual({ earliest, latest, value, taken: isDay });
      const instant = value + random.pick(['T00:00Z', 'T23:59:59.999Z', 'T24:00Z', 'T10:60Z']);
      const isInstant = fits('instant', instant) && isWithin(instant);
      expect({ instant, taken: instants.test(instant) }).toEqual({ instant, taken: isInstant });
    }
  }
});

it('a pattern of web addresses takes the hosts that are sound, in 50,000 addresses', () => {
  const random = prng(5);
  const [loose, sound] = [HOST_SOURCE, SOUND_HOST_SOURCE].map(
    (host) => new RegExp(`^https?://${host}(?:[/?#][^\\s]*)?$`, 'u'),
  );
  const labels = ['a', '1', '255', '256', '鲸图', 'a-b', '-', '01', '999', 'x1', '1x', '９'];
  const ends = ['', '', '.', ':80', ':65535', ':65536', ':00080', ':'];
  for (let turn = 0; turn < 50_000; turn += 1) {
    const host = Array.from({ length: random.int(1, 5) }, () => random.pick(labels)).join('.');
    const url = `https://${host}${random.pick(ends)}${random.pick(['', '/', '/a?b', ' '])}`;
    const isSound = loose?.test(url) === true && fits('url', url);
    expect({ url, taken: sound?.test(url) }).toEqual({ url, taken: isSound });
  }
});
