import type { Institution } from '#shared/matching/kinds/kind.ts';
import type { Query } from '#shared/matching/score.ts';

/** Can an institution be judged by anything that the subject says: has it deals or words of its own to one of the criteria? */
export function judgedBy({ pairs, facts, market }: Query): (institution: Institution) => boolean {
  const asked = pairs.filter(({ subject, kind }) => facts[subject] && kind !== 'network');
  const each = asked.map(({ subject, evidence = subject }) => ({ subject, evidence }));
  const known = each.filter(({ evidence }) => (market.dimensions.get(evidence)?.weight ?? 0) > 0);
  return ({ profile, stated }) =>
    known.some(({ evidence }) => (profile.dimensions.get(evidence)?.weight ?? 0) > 0) ||
    each.some(({ subject }) => stated?.[subject] !== undefined);
}
