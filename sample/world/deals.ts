import { partlyKnown } from '#sample/draw/calendar.ts';
import type { Company, Deal, Fund, Org, Person, Round } from './model.ts';
import { UNRECORDED_INVESTORS } from '#sample/words/names.ts';
import { between, chance, pick, pickSome, pickWeighted, type Random } from '#sample/draw/random.ts';
import { sampleKey } from '#sample/records/sample-record.ts';

/** Who is there to invest. */
interface Market {
  readonly orgs: readonly Org[];
  readonly funds: readonly Fund[];
  readonly people: readonly Person[];
}

/** How many investors besides the lead, from none to four. */
const FOLLOWS = [0, 0, 1, 1, 1, 2, 2, 3, 4];

/** The market as the dealer asks for it. */
interface Index {
  readonly investing: readonly Org[];
  readonly advisors: readonly Org[];
  readonly angels: readonly Person[];
  readonly fundsOf: ReadonlyMap<Org, readonly Fund[]>;
  readonly peopleOf: ReadonlyMap<Org, readonly Person[]>;
}

function indexed({ orgs, funds, people }: Market): Index {
  const staff = people.flatMap((person) => (person.org ? [{ org: person.org, person }] : []));
  const peopleOf = new Map<Org, Person[]>();
  for (const { org, person } of staff) peopleOf.set(org, [...(peopleOf.get(org) ?? []), person]);
  return {
    investing: orgs.filter(({ activity }) => activity > 0),
    advisors: orgs.filter(({ type }) => type === 'FA'),
    angels: people.filter(({ org }) => org === undefined),
    fundsOf: Map.groupBy(funds, ({ org }) => org),
    peopleOf,
  };
}

function investors(
  random: Random,
  company: Company,
  round: Round,
  past: ReadonlySet<Org>,
  { investing }: Index,
): Org[] {
  const fits = investing.filter(({ founded }) => founded < round.day);
  const wanted = 1 + pick(random, FOLLOWS);
  const chosen = new Set<Org>();
  for (let tries = 0; chosen.size < wanted && tries < wanted * 4 && fits.length > 0; tries += 1) {
    const again = [...past].filter((org) => !chosen.has(org));
    const likes = (org: Org) =>
      org.activity *
      (org.stages.includes(round.round) ? 6 : 1) *
      (org.industries.includes(company.track.sector) ? 3 : 1);
    chosen.add(again.length > 0 && chance(random, 0.22) ? pick(random, again) : pickWeighted(random, fits, likes));
  }
  return [...chosen];
}

function participants(
  random: Random,
  round: Round,
  leads: readonly Org[],
  index: Index,
): Pick<Deal, 'funds' | 'people'> {
  const lead = leads[0];
  const open = (lead && index.fundsOf.get(lead))?.filter(({ founded }) => founded < round.day) ?? [];
  const staff = (lead && index.peopleOf.get(lead)) ?? [];
  const early = ['种子轮', '天使轮', '天使+轮'].includes(round.round);
  const angels = early && chance(random, 0.12) ? pickSome(random, index.angels, 1) : [];
  return {
    funds: open.length > 0 && chance(random, 0.6) ? open.slice(-1) : [],
    people: [...(staff.length > 0 && chance(random, 0.7) ? [pick(random, staff)] : []), ...angels],
  };
}

/** Events that no investor pays for in the usual sense. */
const buyersOf: Readonly<Record<string, readonly string[]>> = { IPO上市: ['公开发行'], 被收购: [] };

function deal(random: Random, company: Company, round: Round, past: Set<Org>, index: Index, number: number): Deal {
  const event = buyersOf[round.round];
  const unknown = event !== undefined || chance(random, 0.1);
  const chosen = unknown ? [] : investors(random, company, round, past, index);
  const leads = chosen.slice(0, chance(random, 0.82) ? 1 : 0);
  for (const org of chosen) past.add(org);
  const others = event ?? (chance(random, 0.2) ? pickSome(random, UNRECORDED_INVESTORS, between(random, 1, 2)) : []);
  return {
    key: sampleKey('deal', number),
    company,
    round,
    published: partlyKnown(random, round.day, 0.06, 0.015),
    leads,
    follows: chosen.slice(leads.length),
    others,
    advisor: !event && index.advisors.length > 0 && chance(random, 0.14) ? pick(random, index.advisors) : undefined,
    ...participants(random, round, leads, index),
  };
}

/** Every round of every company, oldest first, with who took part; past investors often come again. */
export function deals(random: Random, companies: readonly Company[], market: Market): Deal[] {
  const index = indexed(market);
  const pasts = new Map<Company, Set<Org>>(companies.map((company) => [company, new Set()]));
  return companies
    .flatMap((company) => company.rounds.map((round) => ({ company, round })))
    .sort((a, b) => (a.round.day < b.round.day ? -1 : a.round.day > b.round.day ? 1 : 0))
    .map(({ company, round }, at) => deal(random, company, round, pasts.get(company) ?? new Set(), index, at + 1));
}
