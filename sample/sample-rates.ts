import type { Currency } from '#schemas/metadata/field.ts';
import type { RateTable } from '#shared/money/rates.ts';

/** A rate that holds from `day` (YYYY-MM-DD) until the next one of its currency: CNY for one unit. */
export interface SampleRate {
  readonly currency: Currency;
  readonly day: string;
  readonly rate: string;
}

const FIRST_YEAR = 2005;

// Averages of the published daily rates of each year from 2005 on, to four figures; the last year is the first half.
const YEARLY: Readonly<Record<Exclude<Currency, 'CNY'>, string>> = {
  USD: '8.194 7.972 7.606 6.948 6.831 6.77 6.463 6.309 6.148 6.162 6.283 6.64 6.757 6.609 6.908 6.904 6.451 6.729 7.081 7.196 7.188 6.863',
  EUR: '10.2 10.02 10.43 10.23 9.519 8.977 9.004 8.113 8.164 8.194 6.971 7.352 7.636 7.81 7.733 7.878 7.631 7.088 7.659 7.786 8.126 8.009',
  GBP: '14.92 14.7 15.23 12.88 10.7 10.46 10.37 10 9.616 10.16 9.602 9.001 8.71 8.832 8.82 8.857 8.879 8.323 8.809 9.198 9.473 9.197',
  HKD: '1.054 1.026 0.9749 0.8923 0.8812 0.8714 0.8303 0.8134 0.7926 0.7946 0.8104 0.8554 0.8671 0.8432 0.8817 0.8902 0.8299 0.8593 0.9044 0.9222 0.922 0.8772',
  TWD: '0.255 0.2453 0.2315 0.2204 0.2069 0.2149 0.22 0.2135 0.2071 0.2034 0.1979 0.206 0.2223 0.2194 0.2235 0.2344 0.2309 0.2258 0.2273 0.2241 0.2306 0.2171',
  JPY: '0.07441 0.06854 0.06459 0.0672 0.07291 0.07712 0.08109 0.07905 0.06299 0.05828 0.0519 0.06111 0.06028 0.05987 0.06337 0.06466 0.05873 0.05119 0.0504 0.04751 0.04805 0.04342',
  AUD: '6.249 6.007 6.382 5.931 5.415 6.228 6.677 6.536 5.953 5.567 4.726 4.943 5.183 4.944 4.803 4.763 4.848 4.677 4.705 4.747 4.636 4.823',
  SGD: '4.924 5.02 5.049 4.914 4.697 4.967 5.144 5.051 4.914 4.865 4.571 4.812 4.896 4.901 5.064 5.003 4.8 4.881 5.273 5.385 5.501 5.373',
  CAD: '6.763 7.03 7.086 6.518 5.986 6.574 6.537 6.312 5.969 5.58 4.912 5.014 5.204 5.101 5.206 5.144 5.147 5.171 5.247 5.253 5.144 4.983',
};

/** CNY for one unit of each foreign currency, one rate for each year from 2005 to 2026. Approximate, for a first start. */
export function sampleRates(): readonly SampleRate[] {
  return Object.entries(YEARLY).flatMap(([currency, rates]) =>
    rates
      .split(' ')
      .map((rate, index) => ({ currency: currency as Currency, day: `${FIRST_YEAR + index}-01-01`, rate })),
  );
}

/** The sample rates as the money rules ask for them; a day before the first rate has none. */
export function sampleRateTable(): RateTable {
  const latestFirst = sampleRates().toReversed();
  return {
    rate: (currency, day) => latestFirst.find((rate) => rate.currency === currency && rate.day <= day)?.rate,
  };
}
