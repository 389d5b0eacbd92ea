import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import { recordValues } from '#shared/bindings/bound-values.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { idsByKeys } from '#server/core/records/key-queries.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { Database } from '#server/db/database.ts';
import { type HelpDeps, HelpLibrary } from '#server/platform/help/library.ts';
import { type Limits, networkOf } from '#server/platform/limits/limits.ts';

export interface FeedbackDeps extends HelpDeps {
  readonly database: Pick<Database, 'db' | 'vault'>;
  readonly writer: RecordWriter;
  readonly limits: Limits;
}

const SOURCE = 'help';
const PER_READER = [{ seconds: 3600, max: 60 }];

/** Whether articles were useful: one answer of each reader, whose name is not kept. A second answer replaces the first. */
export class Judgements {
  readonly library: HelpLibrary;
  readonly #deps: FeedbackDeps;

  constructor(deps: FeedbackDeps) {
    this.#deps = deps;
    this.library = new HelpLibrary(deps);
  }

  /** `address` is where a visitor without an account asks from. @throws Failure UNKNOWN_RECORD; TOO_MANY_REQUESTS. */
  async judge(id: string, isUseful: boolean, actor: Actor, address: string): Promise<{ isUseful: boolean }> {
    const { database, writer, limits, now } = this.#deps;
    const article = (await this.library.articles(actor)).find((one) => one.id === id);
    if (!article) throw new Failure('UNKNOWN_RECORD', '文章不存在或已下线');
    const value = actor.id ?? networkOf(address);
    const kind = actor.id === null ? 'help.visitor' : 'help.account';
    await database.db.transaction().execute((trx) => limits.take(trx, [{ kind, value, windows: PER_READER }]));
    const binding = BINDINGS.helpFeedback;
    const values = recordValues(binding, { title: article.title, article: { id }, isUseful }) as RecordValues;
    const keys = database.vault.indexes(value, kind).map((index) => `${id}:${index}`);
    // One answer of a reader, also where an earlier one was kept under another key of the vault.
    const kept = await idsByKeys(database.db, binding.object, SOURCE, keys);
    const key = keys.find((each) => kept.has(each)) ?? keys[0] ?? '';
    const context = { actor: 'system', roles: ['staff'], origin: 'api', now: now() };
    await writer.writeMany(binding.object, SOURCE, [{ key, values }], context);
    return { isUseful };
  }
}
