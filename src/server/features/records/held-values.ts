import { Failure, type Problem } from '#shared/errors.ts';

/** What a record is called, for a user who may read it; undefined for others. */
type NameOf = (id: string) => Promise<string | undefined>;

/** A refusal that names, beside each value that is taken, the record that has it, where the user may read that. */
export async function namingHolders(error: unknown, objectApiName: string, nameOf: NameOf): Promise<unknown> {
  if (!(error instanceof Failure) || !error.problems.some(({ heldBy }) => heldBy !== undefined)) return error;
  const problems = await Promise.all(
    error.problems.map(async (problem): Promise<Problem> => {
      const { heldBy: id } = problem;
      const name = id === undefined ? undefined : await nameOf(id).catch(() => undefined);
      return id === undefined || name === undefined ? problem : { ...problem, record: { objectApiName, id, name } };
    }),
  );
  return new Failure(error.failure, error.message, problems, error.details);
}
