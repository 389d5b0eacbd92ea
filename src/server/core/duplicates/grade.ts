import type { KeyKind, MatchFacts } from './match-facts.ts';
import { sameRegion } from './regions.ts';

/** How sure it is that two records are one: 4 the same code, 3 all but sure, 2 likely, 1 possible, 0 not. */
export type Grade = 0 | 1 | 2 | 3 | 4;

/** From this grade on two records are all but surely one. */
export const SURE_GRADE = 3;

/** What two records have in common. */
export const REASONS = ['code', 'base', 'core', 'name', 'region', 'site', 'person', 'founded'] as const;
export type MatchReason = (typeof REASONS)[number];

/** The same in Chinese words. */
export const REASON_WORDS: Readonly<Record<MatchReason, string>> = {
  code: '信用代码相同',
  base: '名称相同',
  core: '名称主体相同',
  name: '简称或别名相同',
  region: '地区一致',
  site: '官网相同',
  person: '法定代表人相同',
  founded: '成立时间一致',
};

export interface Match {
  readonly grade: Grade;
  readonly reasons: readonly MatchReason[];
}

/** More records than these under one key, and the key says nothing: 阳光 is the core of thirty companies. */
export const MOST_HOLDERS: Readonly<Record<KeyKind, number>> = { code: 50, base: 20, core: 5, name: 5, site: 3 };

type Verdict = 'same' | 'other' | 'unknown';

function compare<T>(left: readonly T[], right: readonly T[], isSame: (one: T, other: T) => boolean): Verdict {
  if (left.length === 0 || right.length === 0) return 'unknown';
  return left.some((one) => right.some((other) => isSame(one, other))) ? 'same' : 'other';
}
const equal = (one: string, other: string): boolean => one === other;
/** A year or month agrees with every day in it. */
const sameTime = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);
const sameYear = (one: string, other: string): boolean => one.slice(0, 4) === other.slice(0, 4);

/** Is a name of one part of what the other is called? */
const isPart = ({ names, bases }: MatchFacts, other: MatchFacts): boolean =>
  [...names, ...bases].some((name) => [...other.names, ...other.bases].some((whole) => whole.includes(name)));

/**
 * Compares two records. `saysNothing` names keys that too many records hold to be evidence.
 */
export function gradeOf(
  left: MatchFacts,
  right: MatchFacts,
  saysNothing: (kind: KeyKind, key: string) => boolean,
): Match {
  const shares = (kind: KeyKind, of: (facts: MatchFacts) => readonly string[]): boolean =>
    of(left).some((key) => of(right).includes(key) && !saysNothing(kind, key));
  const verdicts = {
    code: compare(left.codes, right.codes, equal),
    region: compare(left.regions, right.regions, sameRegion),
    site: shares('site', ({ sites }) => sites) ? 'same' : 'unknown',
    person: compare(left.people, right.people, equal),
    founded: compare(left.founded, right.founded, sameTime),
    year: compare(left.founded, right.founded, sameYear),
  } as const satisfies Record<string, Verdict>;
  const hasBase = shares('base', ({ bases }) => bases);
  const hasCore = shares('core', ({ cores }) => cores);
  const hasName = shares('name', ({ names }) => names);
  const reasons = REASONS.filter(
    (reason) =>
      ({ base: hasBase, core: hasCore, name: hasName })[reason as string] ?? verdicts[reason as 'code'] === 'same',
  );
  const match = (grade: Grade): Match => ({ grade, reasons: grade === 0 ? [] : reasons });
  if (verdicts.code === 'same') return match(4);
  // Two codes are two entities, whatever else agrees.
  if (verdicts.code === 'other') return match(0);
  const others = [verdicts.site, verdicts.person, verdicts.year];
  const agreeing = others.filter((verdict) => verdict === 'same').length;
  const isAgainst = [verdicts.region, verdicts.person, verdicts.year].includes('other');
  if (hasBase && !isAgainst && (verdicts.region === 'same' || agreeing > 0)) return match(3);
  if ((hasBase || hasCore || hasName) && agreeing > 0) return match(2);
  if (verdicts.site === 'same' && (isPart(left, right) || isPart(right, left))) return match(2);
  if ((hasBase || hasCore) && verdicts.region !== 'other') return match(1);
  return match(verdicts.site === 'same' ? 1 : 0);
}
