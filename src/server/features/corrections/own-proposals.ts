import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { insertCorrection, MAX_PENDING, type NewCorrection, pendingCount, withdrawPending } from './queries.ts';
import { valueWords, type WordSources } from './value-words.ts';

/** Values that a member of a company gives for its record, which staff decide on. */
export interface OwnProposal {
  readonly objectApiName: string;
  readonly id: string;
  /** The name of the record. */
  readonly name: string;
  /** Why, where it is not that members change what is theirs. */
  readonly reason?: string;
  readonly changes: readonly {
    readonly field: FieldDefinition;
    readonly before: FieldValue | null;
    readonly proposed: FieldValue | null;
  }[];
}

/**
 * Proposes values on behalf of a member of the company: in the caller's transaction, by what this gives, since their words
 * are read before it. A proposal of the same user for the same value that is not decided gives way.
 */
export const ownProposals =
  (sources: WordSources) =>
  async (
    { objectApiName, id, name, reason = '企业成员修改本企业资料', changes }: OwnProposal,
    actor: Member,
  ): Promise<(trx: Db) => Promise<void>> => {
    const rows: NewCorrection[] = [];
    for (const { field, before, proposed } of changes)
      rows.push({
        objectApiName,
        recordId: id,
        field: field.apiName,
        before,
        proposed,
        title: `${name}的${field.label}`,
        beforeText: await valueWords(sources, field, before, actor),
        proposedText: await valueWords(sources, field, proposed, actor),
        reason,
        evidence: null,
        accountId: actor.id,
      });
    return async (trx) => {
      if (rows.length === 0) return;
      await lockAccountForLimit(trx, actor.id);
      for (const row of rows) await withdrawPending(trx, row, sources.now());
      if ((await pendingCount(trx, actor.id)) + rows.length > MAX_PENDING)
        throw new Failure('TOO_MANY_REQUESTS', `您有过多修改尚待审核（最多 ${MAX_PENDING} 项），请等待审核后再提交`);
      for (const row of rows) await insertCorrection(trx, row, sources.now());
    };
  };
