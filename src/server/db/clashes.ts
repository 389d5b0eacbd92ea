import { UNIQUE_SUFFIX } from '#generators/unique.ts';

/** Two transactions that wait for each other, or one that saw what another changed: run again as if never begun. */
const CLASHES: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const MAX_RUNS = 5;

/**
 * Did a write fail because another record has a value that is to be unique? Run again, the check that names the record sees
 * what the other transaction kept.
 */
export const isTakenValue = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' && constraint.endsWith(UNIQUE_SUFFIX);
};

/** Did PostgreSQL end a transaction in favour of another one? */
export const isClash = (error: unknown): boolean =>
  CLASHES.has((error as { code?: unknown } | null)?.code) || isTakenValue(error);

/** Runs a transaction, and a few times again where it loses to others; what a lost one did is rolled back. */
export async function pastClashes<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (error) {
      if (runs === MAX_RUNS || !isClash(error)) throw error;
    }
  }
}
