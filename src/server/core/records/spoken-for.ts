import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Problem } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { Judged, WriteContext } from './judgement.ts';
import { linkIds } from './link-ids.ts';

/** Companies that an account speaks for, by id. */
export type CompaniesOf = (trx: Db, accountId: string) => Promise<readonly string[]>;

const NOT_SPOKEN_FOR = '只能选择您已认证代表的企业，请先完成企业认证';

/** Companies that a writer may name in fields that are kept for those who speak for them; undefined for staff: any. */
export async function companiesSpokenFor(
  trx: Db,
  fields: readonly FieldDefinition[],
  { actor, roles }: WriteContext,
  companiesOf: CompaniesOf,
): Promise<ReadonlySet<string> | undefined> {
  if (roles.includes('staff')) return undefined;
  const asks = fields.some((field) => field.config?.spokenFor === true);
  return new Set(asks && /^\d+$/.test(actor) ? await companiesOf(trx, actor) : []);
}

/** A judgement with what is wrong about companies that a record names on behalf of its writer, old values included. */
export function withSpokenFor(
  fields: readonly FieldDefinition[],
  companies: ReadonlySet<string> | undefined,
  judged: Judged,
): Judged {
  if (!companies) return judged;
  const problems = fields.flatMap((field): Problem[] => {
    if (field.config?.spokenFor !== true) return [];
    const isForeign = linkIds(judged.values[field.apiName]).some((id) => !companies.has(id));
    return isForeign ? [{ field: field.apiName, message: NOT_SPOKEN_FOR }] : [];
  });
  return { ...judged, problems: [...judged.problems, ...problems] };
}
