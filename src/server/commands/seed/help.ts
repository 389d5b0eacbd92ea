import { BINDINGS } from '#schemas/bindings.ts';
import type { Database } from '#server/db/database.ts';
import type { IncomingRecord, RecordWriter } from '#server/core/records/record-writer.ts';
import { shippedArticles, shippedTerms } from '#server/platform/help/shipped.ts';
import { changedSinceShipped } from './queries.ts';

const SOURCE = 'shipped';

/**
 * Gives an installation the articles and terms that ship and are not there yet, and brings those up to date that are as they
 * were shipped. What staff changed, archived or deleted is theirs and stays as they left it.
 */
export async function storeHelp(
  { db }: Pick<Database, 'db'>,
  writer: Pick<RecordWriter, 'writeMany'>,
  now: Date,
  articles: readonly IncomingRecord[] = shippedArticles(),
): Promise<void> {
  const context = { actor: 'system', roles: ['staff'], origin: SOURCE, now };
  const shipped = [
    [BINDINGS.helpArticle.object, articles, BINDINGS.helpArticle.fields.slug.apiName],
    [BINDINGS.glossaryTerm.object, shippedTerms(), BINDINGS.glossaryTerm.fields.term.apiName],
  ] as const;
  for (const [object, rows, keyField] of shipped) {
    const changed = await changedSinceShipped(db, object, SOURCE, keyField);
    const ours = rows.filter(({ key }) => !changed.has(key));
    const outcomes = await writer.writeMany(object, SOURCE, ours, context);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status !== 'rejected') continue;
      throw new Error(`${object} ${ours[index]?.key}: ${JSON.stringify(outcome.problems)}`);
    }
  }
}
