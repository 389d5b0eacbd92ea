import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import { type DayNumber, forwardWeight, monthsBetween } from './clock.ts';
import { demandOf } from './demand.ts';
import type { Contacts, Fact, Institution, Setting } from './kinds/kind.ts';
import { KINDS } from './kinds/registry.ts';
import type { Profile } from './profile.ts';
import type { ConstantKey, ProjectKey, Tuning } from './tuning.ts';

/** Scores are whole numbers of billionths, so that contributions add up to them exactly on every machine. */
const UNITS = 1_000_000_000;
const LONGEST_PAUSE = 5;
/** What a platform expects of first contacts before it knows: 2 of 10 are answered. */
const ANSWERED = 2;
const ASKED = 10;

export interface Query {
  readonly pairs: readonly MatchPair[];
  /** What the subject says, by key of the criterion (the `subject` of its pair). */
  readonly facts: Readonly<Record<string, Fact>>;
  readonly market: Profile;
  /** All rounds, each counted once. Given where projects are ranked for one institution: they are judged by demand as well. */
  readonly offered?: Profile;
  readonly today: DayNumber;
  readonly tuning: Tuning;
  /** Whether who is active and quick comes first, or only who fits. */
  readonly order: 'likely' | 'fitting';
  /** How much the asker makes of a criterion: from 0, nothing, by way of 1, as it is, to 2, twice. */
  readonly sliders?: Readonly<Record<string, number>>;
  /** First contacts of the project that is judged, where projects are ranked and they are enough to go by. */
  readonly contacts?: Contacts;
}

/** One criterion of one institution: terms as its kind gives them, and what they add to the score, in units. */
export interface Part {
  readonly key: string;
  /** Of a constant criterion there are no terms but the number of holders. */
  readonly pair?: MatchPair;
  readonly terms: readonly number[];
  readonly sum: number;
  readonly units: number;
}

export interface Scored {
  readonly id: string;
  readonly units: number;
  readonly deals: number;
}

export interface Scorer {
  /** The score alone, for all candidates. */
  readonly score: (institution: Institution) => Scored;
  /** What it is made of, for those that are shown. Their units add up to the score. */
  readonly parts: (institution: Institution) => Part[];
}

/** How much more often than expected first contacts are answered, as a logarithm; 0 where it is not known. */
const replyOf = (contacts: Contacts | undefined): number =>
  contacts ? Math.log((contacts.answeredWeight + ANSWERED) / (contacts.askedWeight + ASKED) / (ANSWERED / ASKED)) : 0;

const lessByShown = (shown: number): number => -Math.log1p(shown);

const constants: Readonly<Record<ConstantKey, (institution: Institution, scale: number, today: DayNumber) => number>> =
  {
    activity: ({ profile }, scale) => Math.log(profile.weight / scale + 0.05),
    // Without any deal the pause is as long as it can be.
    recency: ({ profile: { last } }, _, today) =>
      last === null ? -LONGEST_PAUSE : -Math.min(LONGEST_PAUSE, Math.max(0, monthsBetween(last, today) / 12)),
    reply: ({ contacts }) => replyOf(contacts),
    exposure: ({ shown = 0 }) => lessByShown(shown),
  };
/** What is about the institution and not about the subject: left out where only who fits counts. */
const OF_INSTITUTION: readonly ConstantKey[] = ['activity', 'recency', 'reply'];
const CONSTANTS = Object.keys(constants) as ConstantKey[];

/** Criteria whose slider is another's. */
const SLIDER_OF: Readonly<Record<string, string>> = { recency: 'activity' };

/** Prepares the scores of one subject. */
export function scorerOf(query: Query): Scorer {
  const { pairs, facts, market, today, tuning, order, sliders = {} } = query;
  const scale = forwardWeight(today, tuning.halfLife);
  const slider = (key: string): number => sliders[SLIDER_OF[key] ?? key] ?? 1;
  const compared = pairs.flatMap((pair) => {
    const key = pair.subject;
    const fact = facts[key];
    const weight = pair.weight * slider(key);
    if (!fact) return [];
    const setting: Setting = { key, evidence: pair.evidence ?? key, market, today, scale, tuning };
    const kind = KINDS[pair.kind];
    return [{ key, pair, weight, sum: kind.sum, terms: kind.compare(fact, setting) }];
  });
  const fixed = CONSTANTS.filter((key) => order === 'likely' || !OF_INSTITUTION.includes(key)).map((key) => ({
    key,
    weight: tuning.weights[key] * slider(key),
    value: constants[key],
    terms: [] as readonly number[],
  }));
  const ofProject = projectParts(query, slider).map(({ key, terms, sum }) => ({
    key,
    weight: tuning.weights[key] * slider(key),
    value: () => sum,
    terms,
  }));
  const constant = [...fixed, ...ofProject];
  return {
    score(institution) {
      let units = 0;
      for (const { weight, sum, terms } of compared) units += unitsOf(weight * sum(terms(institution)));
      for (const { weight, value } of constant) units += unitsOf(weight * value(institution, scale, today));
      return { id: institution.id, units, deals: institution.profile.deals };
    },
    parts(institution) {
      return [
        ...compared.map(({ key, pair, weight, sum, terms: compare }) => {
          const terms = compare(institution);
          const total = sum(terms);
          return { key, pair, terms, sum: total, units: unitsOf(weight * total) };
        }),
        ...constant.map(({ key, weight, value, terms }) => {
          const total = value(institution, scale, today);
          return { key, terms, sum: total, units: unitsOf(weight * total) };
        }),
      ];
    },
  };
}

/** What is about the project and not about the institution: it matters only where projects are compared. */
function projectParts(
  { pairs, facts, market, offered, tuning, contacts, order }: Query,
  slider: (key: string) => number,
): { readonly key: ProjectKey | 'reply'; readonly terms: readonly number[]; readonly sum: number }[] {
  if (!offered) return [];
  const demand = pairs.reduce(
    (sum, pair) =>
      sum + pair.weight * slider(pair.subject) * demandOf(pair, facts[pair.subject], { market, offered, tuning }),
    0,
  );
  const holders = pairs.reduce((count, { subject }) => count + (facts[subject]?.members?.length ?? 0), 0);
  return [
    { key: 'demand', terms: [], sum: demand },
    // The more hold it already, the likelier one of them was met before by chance.
    { key: 'crowd', terms: [holders], sum: -Math.log1p(holders) },
    // Where what is about the institution counts, its own contacts have the key.
    ...(contacts && order !== 'likely' ? [{ key: 'reply' as const, terms: [], sum: replyOf(contacts) }] : []),
  ];
}

/** Never the zero below zero. */
const unitsOf = (value: number): number => Math.round(value * UNITS) + 0;

/** What an institution that was shown so often loses at a weight, in units. */
export const exposureUnits = (weight: number, shown: number): number => unitsOf(weight * lessByShown(shown));

/** The order of a list: the better score, then more deals to go by, then the id. */
export const byScore = (one: Scored, other: Scored): number =>
  other.units - one.units || other.deals - one.deals || (one.id < other.id ? -1 : Number(one.id > other.id));

/** Units as decimal text, exactly: 1420000000 is 1.42. */
export function decimalOf(units: number): string {
  const digits = String(Math.abs(units)).padStart(10, '0');
  const text = `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '');
  return units < 0 ? `-${text}` : text;
}
