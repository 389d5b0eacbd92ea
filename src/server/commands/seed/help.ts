import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import type { Database } from '#server/db/database.ts';
import type { IncomingRecord, RecordWriter } from '#server/core/records/record-writer.ts';
import { shippedArticles, shippedTerms } from '#server/platform/help/shipped.ts';
import { changedSinceShipped } from './queries.ts';

const SOURCE = 'shipped';

/**
 * Gives an installation the articles and terms that ship and are not there yet, and brings those up to date that are as they
 * were shipped. What staff changed, archived or deleted is theirs and stays as they left it. Gives the ids by key of those
 * that are as they ship.
 */
export async function storeHelp(
  { db }: Pick<Database, 'db'>,
  writer: Pick<RecordWriter, 'writeMany'>,
  now: Date,
  articles: readonly IncomingRecord[] = shippedArticles(),
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
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
      const { key = '' } = ours[index] ?? {};
      if (outcome.status === 'rejected') throw new Error(`${object} ${key}: ${JSON.stringify(outcome.problems)}`);
      ids.set(key, outcome.id);
    }
  }
  return ids;
}

/** What readers of the sample said of an article. */
const SAMPLE_VERDICTS = [true, true, true, false];
const JUDGED = 'publish-financing';

/** Gives one article the verdicts of readers, so that staff of the sample see how they are counted. */
export async function storeSampleFeedback(
  writer: Pick<RecordWriter, 'writeMany'>,
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const id = ids.get(JUDGED);
  const article = shippedArticles().find(({ key }) => key === JUDGED);
  const title = article && boundValues(BINDINGS.helpArticle, article.values).title;
  if (id === undefined || title === undefined) throw new Error(`No article ${JUDGED} ships`);
  const rows = SAMPLE_VERDICTS.map((isUseful, at): IncomingRecord => {
    const values = recordValues(BINDINGS.helpFeedback, { title, article: { id }, isUseful });
    return { key: `${JUDGED}-${at}`, values: values as RecordValues };
  });
  const context = { actor: 'system', roles: ['staff'], origin: 'sample', now };
  await writer.writeMany(BINDINGS.helpFeedback.object, 'sample', rows, context);
}
