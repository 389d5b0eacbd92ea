import type { WebhookEvent } from '#schemas/api/webhooks.ts';
import type { Db } from '#server/db/database.ts';
import { insertForAccounts } from './outbox-queries.ts';

/** Something that is no change of a record, for accounts that may have webhooks. Without values: these are fetched with a key. */
interface Happening {
  readonly accountIds: readonly string[];
  readonly event: Exclude<WebhookEvent, 'record.changed'>;
  readonly object: string;
  /** Ids of `key` go out in messages of not too many each. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly of: { readonly key: string; readonly values: readonly unknown[] };
}

const VALUES_OF_ONE = 100;

/** Puts what happened into the outbox, within the transaction in which it happens. */
export async function tellWebhooks(
  trx: Db,
  { accountIds, event, object, data, of }: Happening,
  now: Date,
): Promise<void> {
  const pages = Math.max(1, Math.ceil(of.values.length / VALUES_OF_ONE));
  for (let page = 0; page < pages; page += 1) {
    const values = of.values.slice(page * VALUES_OF_ONE, (page + 1) * VALUES_OF_ONE);
    await insertForAccounts(trx, accountIds, { event, object, data: { ...data, [of.key]: values } }, now);
  }
}
