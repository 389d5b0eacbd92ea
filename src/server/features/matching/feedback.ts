import { type giveFeedback, UNFIT_REASONS } from '#schemas/api/match-lists.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { decide } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { openTo, ownProject } from './askers.ts';
import type { BookKeeper } from './book-keeper.ts';
import { deleteMark, saveMark } from './feedback-queries.ts';
import { factsHash, saidByInstitution, saidByProject } from './marks.ts';
import type { MatchDeps } from './match-deps.ts';

/** What rows may be marked with today. */
export const openReasons = (catalog: Catalog): { value: string; label: string }[] =>
  catalog
    .optionSet(UNFIT_REASONS)
    .options.filter(({ retired }) => !retired)
    .map(({ value, label }) => ({ value, label }));

/**
 * Marks an institution as unfit for a project, or a project as unfit for an investor, or takes that back. Both may be said
 * twice. Taking back needs no right but having marked: a user who no longer speaks for the company still tidies up.
 * @throws Failure INVALID_BODY for a reason that is not one; FORBIDDEN to users who are no investors; UNKNOWN_RECORD for a
 * project of others, and for what the user may not list.
 */
export async function give(
  { database, catalog, reader, now }: MatchDeps,
  books: BookKeeper,
  { project, institution = null, reason = null }: BodyOf<typeof giveFeedback>,
  actor: Member,
): Promise<void> {
  const mark = { account: actor.id, project, institution: institution ?? '0' };
  const { db } = database;
  if (reason === null) return deleteMark(db, mark);
  const book = await books.read();
  if (institution !== null) await ownProject(db, book, project, actor);
  else {
    const refused = decide(actor, 'matching.projects');
    if (refused) throw new Failure(refused);
  }
  if (!openReasons(catalog).some(({ value }) => value === reason)) {
    const message = '请选择不合适的原因';
    throw new Failure('INVALID_BODY', message, [{ field: 'reason', message }]);
  }
  const object = catalog.object(institution === null ? BINDINGS.project.object : BINDINGS.institution.object);
  const { scope } = listAccess(object, actor, now(), catalog);
  const { nameField } = object.definition;
  const query = { ids: [institution ?? project], fields: [nameField], pageSize: 1 };
  const [found] = (await reader.list(object, query, scope)).list;
  if (!found) throw new Failure('UNKNOWN_RECORD');
  const name: unknown = found[nameField as keyof typeof found];
  const open = openTo(actor, book, catalog, institution !== null);
  const values = (institution === null ? book.projects.get(project) : book.institutions.get(institution))?.values ?? {};
  const said = institution === null ? saidByProject(reason, values, open) : saidByInstitution(reason, values, open);
  const facts = factsHash(database, said);
  await saveMark(db, mark, { title: typeof name === 'string' ? name : '', reason, at: now(), facts });
}
