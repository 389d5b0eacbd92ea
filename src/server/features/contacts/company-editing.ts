import type { Plan } from '#schemas/api/plans.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, SVIP } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { OWN_FIELDS } from '#server/platform/parties/own-fields.ts';
import type { Plans } from './plans.ts';

interface EditingParts {
  readonly db: Db;
  readonly writer: RecordWriter;
  readonly plans: Plans;
  readonly now: () => Date;
}

/** What those who speak for a company may change of its record; null clears, absent stays. */
export interface CompanyEdit {
  readonly ccid: string;
  readonly bp?: { readonly url: string; readonly name: string; readonly size?: number } | null;
  readonly header?: { readonly url: string; readonly name: string; readonly size?: number } | null;
  readonly introduce?: string | null;
}

const WORDS = new Map<string, string>(Object.entries(OWN_FIELDS).map(([word, field]) => [field, word]));

/**
 * Writes a company's plan, picture or introduction for somebody who speaks for it: the same rules and the same history as
 * for everybody who writes records.
 * @throws Failure UNKNOWN_RECORD for a company that one does not speak for; INVALID_BODY with the problems by word.
 */
export async function editCompany(parts: EditingParts, { ccid, ...edit }: CompanyEdit, actor: Actor): Promise<Plan> {
  const { db, writer, plans, now } = parts;
  const values = Object.fromEntries(
    Object.entries(OWN_FIELDS).flatMap(([word, field]) =>
      Object.hasOwn(edit, word) ? [[field, edit[word as keyof typeof OWN_FIELDS]]] : [],
    ),
  );
  const roles = [...actor.roles, ...(actor.vipType === SVIP ? ['svip'] : [])];
  try {
    await db.transaction().execute(async (trx) => {
      await plans.refuseStranger(trx, ccid, actor);
      const { version } = await writer.read(trx, 'InsightCompany', ccid);
      const context = { actor: actor.id ?? '', roles, origin: 'form', now: now() };
      await writer.update('InsightCompany', ccid, version, values, context, trx);
    });
  } catch (thrown) {
    throw inWords(thrown);
  }
  return plans.read(ccid, actor);
}

/** The problems of the record, named as the wire names its parts. */
function inWords(thrown: unknown): unknown {
  if (!(thrown instanceof Failure) || thrown.problems.length === 0) return thrown;
  const problems = thrown.problems.map((problem) => ({ ...problem, field: WORDS.get(problem.field) ?? problem.field }));
  return new Failure(thrown.failure, thrown.message, problems, thrown.details);
}
