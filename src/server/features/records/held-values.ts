import { Failure, type Problem } from '#shared/errors.ts';

/** What a record is called, for a user who may read it; undefined for others. */
type NameOf = (id: string) => Promise<string | undefined>;

/** A problem with the name of the record that has the value, where the user may read that. */
export async function withHolder(problem: Problem, objectApiName: string, nameOf: NameOf): Promise<Problem> {
  const { heldBy: id } = problem;
  const name = id === undefined ? undefined : await nameOf(id).catch(() => undefined);
  return id === undefined || name === undefined ? problem : { ...problem, record: { objectApiName, id, name } };
}

/** A refusal that names, beside each value that is taken, the record that has it, where the user may read that. */
export async function namingHolders(error: unknown, objectApiName: string, nameOf: NameOf): Promise<unknown> {
  if (!(error instanceof Failure) || !error.problems.some(({ heldBy }) => heldBy !== undefined)) return error;
  const problems = await Promise.all(error.problems.map((problem) => withHolder(problem, objectApiName, nameOf)));
  return new Failure(error.failure, error.message, problems, error.details);
}
