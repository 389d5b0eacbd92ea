import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import type { Country } from '#schemas/api/passport.ts';
import { COUNTRY_CODES } from '#server/core/catalog/country-codes.ts';

/** What people here call the four, and in which order they look for them. */
const HOME: readonly Country[] = [
  { code: '86', country: 'CN', label: '中国大陆' },
  { code: '852', country: 'HK', label: '中国香港' },
  { code: '853', country: 'MO', label: '中国澳门' },
  { code: '886', country: 'TW', label: '中国台湾' },
];

let known: readonly Country[] | undefined;

/** Countries and regions that have a calling code: the four of China first, the others by the sound of their names. */
export function countries(): Country[] {
  known ??= [...HOME, ...others()];
  return [...known];
}

function others(): Country[] {
  const names = new Intl.DisplayNames('zh-CN', { type: 'region' });
  const sound = new Intl.Collator('zh-CN-u-co-pinyin');
  return COUNTRY_CODES.flatMap(([country]) => {
    const label = names.of(country);
    if (!isSupportedCountry(country) || label === undefined) return [];
    return [{ code: getCountryCallingCode(country), country, label }];
  }).toSorted((a, b) => sound.compare(a.label, b.label));
}
