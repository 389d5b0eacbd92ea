import { DAY_MS } from '#shared/time/durations.ts';

/** One term of VIP that was not revoked, from `starts` up to but not including `ends`. */
export interface Term {
  readonly id: string;
  readonly starts: Date;
  readonly ends: Date;
}

/** A day of VIP is 24 hours: China keeps one offset all year. */
export const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

/** When the last of the terms ends; null when all are over. */
export function endOf(terms: readonly Term[], now: Date): Date | null {
  const last = Math.max(...terms.map(({ ends }) => ends.getTime()), 0);
  return last > now.getTime() ? new Date(last) : null;
}

/** The term that `days` more make: behind what is there already, or from now on. */
export function nextTerm(until: Date | null, days: number, now: Date): { readonly starts: Date; readonly ends: Date } {
  const starts = until !== null && until > now ? until : now;
  return { starts, ends: addDays(starts, days) };
}

/**
 * What is left when one term is taken away: what of it is over stays, and the terms behind it move forward by what is
 * not, so that no gap delays days that were paid.
 */
export function withoutTerm(terms: readonly Term[], id: string, now: Date): { cut: Term; moved: Term[] } | undefined {
  const term = terms.find((candidate) => candidate.id === id);
  if (!term) return undefined;
  const from = new Date(Math.min(Math.max(term.starts.getTime(), now.getTime()), term.ends.getTime()));
  const freed = term.ends.getTime() - from.getTime();
  const earlier = (at: Date) => new Date(at.getTime() - freed);
  const moved = terms
    .filter((candidate) => candidate.id !== id && candidate.starts >= term.ends)
    .map((candidate) => ({ id: candidate.id, starts: earlier(candidate.starts), ends: earlier(candidate.ends) }));
  return { cut: { ...term, ends: from }, moved: freed > 0 ? moved : [] };
}
