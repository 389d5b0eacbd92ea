import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { addDays } from '#shared/time/days.ts';
import type { Company, Deal, Org, Person, Track } from './model.ts';
import { lastValuation } from './valuation.ts';

/** All deals, by who and what took part; each list is oldest first. */
export interface Dossier {
  readonly today: string;
  /** The day one year before today. */
  readonly yearAgo: string;
  readonly deals: readonly Deal[];
  readonly ofCompany: (company: Company) => readonly Deal[];
  readonly ofOrg: (org: Org) => readonly Deal[];
  readonly ofPerson: (person: Person) => readonly Deal[];
  /** Worth a thousand million dollars or more by its newest known valuation. */
  readonly isUnicorn: (company: Company) => boolean;
  /** Deals of the companies in a track, those of its child tracks included. */
  readonly ofTrack: (track: Track) => readonly Deal[];
}

function grouped<Key>(deals: readonly Deal[], keys: (deal: Deal) => readonly Key[]): (key: Key) => readonly Deal[] {
  const groups = new Map<Key, Deal[]>();
  for (const deal of deals) {
    for (const key of keys(deal)) {
      const group = groups.get(key);
      if (group) group.push(deal);
      else groups.set(key, [deal]);
    }
  }
  return (key) => groups.get(key) ?? [];
}

/** Names of the tracks that a company is in: its own and the one above. */
export const trackNames = ({ track }: Company): string[] => (track.parent ? [track.name, track.parent] : [track.name]);

const UNICORN_CNY = 7e9;

function unicorns(deals: readonly Deal[]): ReadonlySet<Company> {
  const valueInCny = ({ num, currency }: CurrencyValue) =>
    Number(num) * (currency === 'USD' ? 7 : currency === 'CNY' ? 1 : 0);
  const found = [...Map.groupBy(deals, ({ company }) => company)].filter(([, own]) => {
    const valued = lastValuation(own);
    return valued !== undefined && valueInCny(valued) >= UNICORN_CNY;
  });
  return new Set(found.map(([company]) => company));
}

/** Sorts deals, oldest first, by who and what took part in them. */
export function dossier(deals: readonly Deal[], today: string): Dossier {
  const large = unicorns(deals);
  const inTrack = grouped(deals, ({ company }) => trackNames(company));
  return {
    today,
    yearAgo: addDays(today, -365),
    deals,
    ofCompany: grouped(deals, ({ company }) => [company]),
    ofOrg: grouped(deals, ({ leads, follows }) => [...leads, ...follows]),
    ofPerson: grouped(deals, ({ people }) => people),
    isUnicorn: (company) => large.has(company),
    ofTrack: (track) => inTrack(track.name),
  };
}

/** Names of everybody who paid for a deal. */
export const investorNames = ({ leads, follows, others }: Deal): string[] => [
  ...new Set([...leads, ...follows].map(({ name }) => name).concat(others)),
];

/** How a deal let its earlier investors out; undefined when it did not. */
export function exitOf({ round }: Deal): string | undefined {
  if (round.round === 'IPO上市') return 'IPO';
  return round.round === '被收购' ? '并购' : undefined;
}

/** Companies that left an investor's portfolio, with the way they went. */
export function exits(own: readonly Deal[], all: Dossier): { company: Company; mode: string }[] {
  const companies = new Set(own.map(({ company }) => company));
  return [...companies].flatMap((company) => {
    const mode = all.ofCompany(company).map(exitOf).find(Boolean);
    return mode ? [{ company, mode }] : [];
  });
}
