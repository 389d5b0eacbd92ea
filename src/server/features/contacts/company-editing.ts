import type { Plan } from '#schemas/api/plans.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { formContext } from '#server/core/records/judgement.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { recordValues } from '#shared/bindings/bound-values.ts';
import type { Plans } from './plans.ts';

interface EditingDeps {
  readonly db: Db;
  readonly writer: RecordWriter;
  readonly plans: Plans;
  readonly now: () => Date;
}

/** What the members of a company may change of its record; null clears, absent stays. */
export interface CompanyEdit {
  readonly ccid: string;
  readonly bp?: { readonly url: string; readonly name: string; readonly size?: number } | null;
  readonly header?: { readonly url: string; readonly name: string; readonly size?: number } | null;
  readonly introduce?: string | null;
}

const { object: COMPANY, fields: FIELDS } = BINDINGS.companyCard;
/** The names of the wire (SPEC §7) for the fields that its members may change. */
const WIRE_NAMES: ReadonlyMap<string, string> = new Map([
  [FIELDS.plan.apiName, 'bp'],
  [FIELDS.logo.apiName, 'header'],
  [FIELDS.introduction.apiName, 'introduce'],
]);

/**
 * Writes a company's plan, picture or introduction for a user who speaks for it, by the same rules and with the same
 * history as every other write. The plan is closed to everyone but staff in the metadata, and leaves the server by the
 * plan's own route alone.
 * @throws Failure UNKNOWN_RECORD for a company that the user does not speak for; INVALID_BODY with the problems by the
 * names of the wire.
 */
export async function editCompany(
  deps: EditingDeps,
  { ccid, bp, header, introduce }: CompanyEdit,
  actor: Member,
): Promise<Plan> {
  const { writer, plans, now } = deps;
  const values = recordValues(BINDINGS.companyCard, { plan: bp, logo: header, introduction: introduce });
  try {
    await writer.together(async (trx) => {
      await plans.refuseStranger(trx, ccid, actor);
      const { version } = await writer.read(trx, COMPANY, ccid);
      await writer.update(COMPANY, ccid, version, values, formContext(actor, now()), trx);
    });
  } catch (thrown) {
    throw withWireNames(thrown);
  }
  return plans.read(ccid, actor);
}

/** The problems of the record, named as the wire names its parts. */
function withWireNames(thrown: unknown): unknown {
  if (!(thrown instanceof Failure) || thrown.problems.length === 0) return thrown;
  const problems = thrown.problems.map((problem) => ({
    ...problem,
    field: WIRE_NAMES.get(problem.field) ?? problem.field,
  }));
  return new Failure(thrown.failure, thrown.message, problems, thrown.details);
}
