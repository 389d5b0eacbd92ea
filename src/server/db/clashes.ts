/** Two transactions that wait for each other, or one that saw what another changed: run again as if never begun. */
const CLASHES: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const MAX_RUNS = 5;

/** Did PostgreSQL end a transaction in favour of another one? */
export const isClash = (error: unknown): boolean => CLASHES.has((error as { code?: unknown } | null)?.code);

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
