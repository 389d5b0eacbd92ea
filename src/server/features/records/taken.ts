import type { Member } from '#shared/policy/actor.ts';
import type { Problem } from '#shared/errors.ts';
import { formContext } from '#server/core/records/judgement.ts';
import { type AskedValue, takenValue } from '#server/core/records/taken-value.ts';
import { withHolder } from './held-values.ts';
import type { RecordDeps, RecordService } from './service.ts';

/**
 * What a save would say of a value that another record has, with the name of that record where the user may read it.
 * @throws Failure as a save that changes the field, and those of `values`
 */
export async function takenFor(
  records: RecordService,
  { catalog, database, writer, now }: RecordDeps,
  asked: AskedValue,
  actor: Member,
): Promise<Problem | undefined> {
  const { objectApiName, field, values, id } = asked;
  await records.openFields(catalog.object(objectApiName), id, { [field]: null, ...values }, actor);
  const taken = await takenValue(database, asked, formContext(actor, now()), writer.batch);
  const nameOf = async (holder: string) => (await records.namesOf(objectApiName, [holder], actor))[0]?.name;
  return taken && withHolder(taken, objectApiName, nameOf);
}
