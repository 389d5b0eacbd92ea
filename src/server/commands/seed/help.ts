import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import type { Database } from '#server/db/database.ts';
import type { IncomingRecord, RecordWriter } from '#server/core/records/record-writer.ts';
import { shippedArticles, shippedTerms } from '#server/platform/help/shipped.ts';
import { storeShipped } from './shipped-records.ts';

/** Gives an installation the articles and terms that ship, as `storeShipped` does, and gives the ids by key of those that are as they ship. */
export async function storeHelp(
  database: Pick<Database, 'db'>,
  writer: Pick<RecordWriter, 'writeMany'>,
  now: Date,
  articles: readonly IncomingRecord[] = shippedArticles(),
): Promise<ReadonlyMap<string, string>> {
  const store = (object: string, rows: readonly IncomingRecord[], keyField: string) =>
    storeShipped(database, writer, now, { object, rows, keyField });
  const { helpArticle, glossaryTerm } = BINDINGS;
  const terms = await store(glossaryTerm.object, shippedTerms(), glossaryTerm.fields.term.apiName);
  return new Map([...terms, ...(await store(helpArticle.object, articles, helpArticle.fields.slug.apiName))]);
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
