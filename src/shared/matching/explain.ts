import type { Criterion, MatchRow } from '#schemas/api/matching.ts';
import type { Contacts, Fact, Institution, Value } from './kinds/kind.ts';
import { decimalOf, type Part, type Query, scorerOf } from './score.ts';
import { forwardWeight } from './clock.ts';
import { type Asker, type Counted, type Judged, wordsOf } from './words.ts';

/** A lift of one half speaks for an institution, or against it. */
const CLEAR = Math.log(1.5);
/** Deals (of today's weight) below which nothing is said by them, and below which nothing is said against. */
const FEW = 3;
const ENOUGH = 5;
/** Band A is among so many, and has so many criteria that deals speak for. */
export const PLACES_OF_A = 20;
const FITS_OF_A = 3;
const BAND_B = 100;

/** What a page adds to the score of a row that it shows. */
export interface Shown {
  /** Labels of criteria by key. */
  readonly labels: Readonly<Record<string, string>>;
  /** Deals of the last months by key, counted on the day of the list, as the list of them counts. */
  readonly counted: Readonly<Record<string, Counted>>;
  /** Filters that open those deals. */
  readonly open?: Readonly<Record<string, Criterion['open']>>;
  /** The place in the list, from 1. */
  readonly place: number;
  /** Whose list it is; that of a project when absent. */
  readonly asker?: Asker;
}

/** The criteria of a row that is shown, with those that the subject says nothing of. */
export function explain(query: Query, institution: Institution, shown: Shown): MatchRow {
  const parts = scorerOf(query).parts(institution);
  const silent = query.pairs
    .filter(({ subject }) => !query.facts[subject])
    .map((pair): Part => ({ key: pair.subject, pair, terms: [], sum: 0, units: 0 }));
  const scale = forwardWeight(query.today, query.tuning.halfLife);
  const criteria = [...parts, ...silent].map((part) => criterionOf(part, query, institution, scale, shown));
  const fits = criteria.filter(({ verdict, basis }) => verdict === 'fit' && basis !== 'stated').length;
  const isA = shown.place <= PLACES_OF_A && fits >= FITS_OF_A;
  return {
    id: institution.id,
    band: isA ? 'A' : shown.place <= BAND_B ? 'B' : 'C',
    score: decimalOf(parts.reduce((sum, { units }) => sum + units, 0)),
    criteria,
  };
}

function criterionOf(part: Part, query: Query, institution: Institution, scale: number, shown: Shown): Criterion {
  const { key, pair, units } = part;
  const fact = query.facts[key];
  const contacts = query.contacts ?? institution.contacts;
  const label = shown.labels[key] ?? key;
  const said = institution.stated?.[key];
  const counted = pair ? shown.counted[key] : undefined;
  const judged = pair ? judge(part, fact, query, institution, scale) : judgeConstant(key, institution, contacts);
  const open = counted && counted.deals > 0 ? shown.open?.[key] : undefined;
  const subject = fact ? labelOf(part, fact) : null;
  return {
    key,
    label,
    verdict: judged.verdict,
    subject,
    candidate: {
      ...(said?.label !== undefined && { stated: said.label }),
      ...(counted && judged.shares && { evidence: { ...withoutLast(counted), ...judged.shares } }),
    },
    basis: judged.basis,
    ...(judged.differs && { differs: judged.differs }),
    contribution: decimalOf(units),
    words: wordsOf({
      part,
      fact,
      label,
      subject,
      judged,
      counted,
      institution,
      contacts,
      today: query.today,
      asker: shown.asker ?? 'project',
    }),
    ...(open && { open }),
  };
}

const withoutLast = ({ deals, of, months }: Counted) => ({ deals, of, months });

const NEEDS_NO_DEALS: readonly string[] = ['exposure', 'demand', 'crowd'];

/** What every institution is judged by is never against it: it is there, or it is not known. */
function judgeConstant(key: string, { profile }: Institution, contacts: Contacts | undefined): Judged {
  const isKnown = key === 'reply' ? contacts !== undefined : NEEDS_NO_DEALS.includes(key) || profile.deals > 0;
  return isKnown ? { verdict: 'partly', basis: 'evidence' } : { verdict: 'unknown', basis: 'none' };
}

/** The value that the terms speak of: of a tree the last, of others the best. */
function labelOf(part: Part, fact: Fact): string {
  if (fact.label !== undefined) return fact.label;
  if (fact.members) return fact.members.map(({ label }) => label).join('、');
  return winnerOf(part, fact)?.label ?? '';
}

/** The value that a criterion is decided by: of a tree the option itself, of others the best. */
export function winnerOf({ pair, terms }: Part, fact: Fact | undefined): Value | undefined {
  const values = fact?.values ?? [];
  const last = values.at(-1);
  return pair?.kind === 'tree' ? last : (values[terms.indexOf(Math.max(...terms))] ?? last);
}

function judge(part: Part, fact: Fact | undefined, query: Query, institution: Institution, scale: number): Judged {
  const { pair, terms, sum } = part;
  const said = institution.stated?.[part.key];
  const values = fact?.values ?? [];
  const isNetwork = fact?.members !== undefined;
  const evidence = institution.profile.dimensions.get(pair?.evidence ?? part.key);
  const deals = isNetwork ? institution.profile.weight / scale : (evidence?.weight ?? 0) / scale;
  const isStated = said !== undefined && (said.range !== undefined || (said.paths ?? []).length > 0);
  const isMet = isNetwork && sum > 0;
  if (!fact || (deals < FEW && !isStated && !isMet)) return { verdict: 'unknown', basis: 'none' };
  const basis = isStated ? (deals < FEW ? 'stated' : 'both') : 'evidence';
  const winner = winnerOf(part, fact);
  const all = query.market.dimensions.get(pair?.evidence ?? part.key);
  const share = (dimension: typeof all): number =>
    dimension && dimension.weight > 0 && winner ? (dimension.cells.get(winner.id) ?? 0) / dimension.weight : 0;
  const shares = winner && evidence && { share: share(evidence).toFixed(4), market: share(all).toFixed(4) };
  const states = said?.paths?.some((path) => values.some(({ id }) => path.includes(id))) ?? false;
  const isDone = winner !== undefined && (evidence?.cells.get(winner.id) ?? 0) > 0;
  const differs =
    isStated && winner && deals >= ENOUGH && states !== isDone
      ? states
        ? 'statedNotDone'
        : 'doneNotStated'
      : undefined;
  const strongest = pair?.kind === 'tree' ? (terms.at(-1) ?? 0) : sum;
  const wider = pair?.kind === 'tree' && !isDone && terms.slice(0, -1).some((term) => term >= CLEAR);
  const verdict = fits() ? 'fit' : misses() ? 'miss' : 'partly';
  return { verdict, basis, ...(shares && { shares }), ...(differs && { differs }), ...(winner && { winner }) };

  function fits(): boolean {
    if (isNetwork) return sum > 0;
    return states || (strongest >= CLEAR && !wider) || (said?.range !== undefined && sum > 0);
  }
  function misses(): boolean {
    if (isNetwork || wider) return false;
    return (strongest <= -CLEAR && deals >= ENOUGH) || (said?.range !== undefined && sum < 0);
  }
}
