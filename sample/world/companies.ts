import { addDays } from '#shared/time/days.ts';
import { dayBetween } from '#sample/draw/calendar.ts';
import type { Company, Place, Track } from './model.ts';
import { personName, PLACES, PLACES_ABROAD } from '#sample/words/names.ts';
import { between, chance, pick, pickWeighted, type Random } from '#sample/draw/random.ts';
import { raise } from './rounds.ts';
import { sampleKey } from '#sample/records/sample-record.ts';

const ABROAD = 0.06;
const OLDEST_YEARS = 10;

/** Where something is: mostly the large cities, sometimes abroad. */
export function place(random: Random, abroad = ABROAD): Place {
  if (!chance(random, abroad)) return pickWeighted(random, PLACES, ({ weight }) => weight);
  const country = pick(random, PLACES_ABROAD);
  const city = pick(random, country.cities);
  return { code: country.code, name: city, city, currency: country.currency };
}

/** A day in the last so many years, more often a recent one. */
export function recentDay(random: Random, today: string, years: number, latestDaysAgo = 0): string {
  const days = years * 365 - latestDaysAgo;
  return addDays(today, -latestDaysAgo - Math.floor(days * random() ** 0.85));
}

function closing(random: Random, last: string, ended: boolean, today: string): string | undefined {
  const first = addDays(last, 300);
  return !ended && first < today && chance(random, 0.1) ? dayBetween(random, first, today) : undefined;
}

/** One invented company with its financing history. */
function company(random: Random, index: number, brand: string, tracks: readonly Track[], today: string): Company {
  const track = pickWeighted(random, tracks, ({ weight }) => weight);
  const where = place(random);
  const founded = recentDay(random, today, OLDEST_YEARS, 120);
  const rounds = raise(random, founded, today, where);
  const last = rounds.at(-1);
  const ended = last?.round === 'IPO上市' || last?.round === '被收购';
  return {
    key: sampleKey('company', index),
    brand,
    name: brand + pick(random, track.endings),
    track,
    product: pick(random, track.products),
    customer: pick(random, track.customers),
    place: where,
    founded,
    founders: Array.from({ length: between(random, 1, 3) }, () => personName(random)),
    rounds,
    closed: closing(random, last?.day ?? founded, ended, today),
  };
}

/** Invented companies, one for each brand. */
export const companies = (
  random: Random,
  brands: readonly string[],
  tracks: readonly Track[],
  today: string,
): Company[] => brands.map((brand, index) => company(random, index + 1, brand, tracks, today));
