import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import type { Db } from '#server/db/database.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { withEquivalents } from './equivalents.ts';
import { amountRows, writeFollowing } from './rate-queries.ts';
import { RateStore } from './rate-store.ts';

const SLICE = 500;

/**
 * Gives amounts in `amount` that lack it their CNY equivalent, at the rate of the record's date field or of the day that
 * the record was written, inside the transaction that filled them in. One without a known rate keeps none.
 */
export async function convertFilled(
  trx: Db,
  table: string,
  fields: readonly FieldDefinition[],
  amount: FieldDefinition,
): Promise<void> {
  const rates = await new RateStore().table(trx);
  const days = fields.filter(({ apiName }) => apiName === amount.config?.rateDateField);
  for (let after = '0'; ;) {
    const rows = await amountRows(trx, table, { amounts: [amount], days, after, limit: SLICE });
    const last = rows.at(-1);
    if (!last) return;
    const converted = rows
      .filter(({ values }) => (values[amount.apiName] as CurrencyValue).equivalentMoney === undefined)
      .map(({ id, values, writtenAt }) => ({
        id,
        values: withEquivalents([amount], values, rates, shanghaiDay(new Date(writtenAt))),
      }));
    await writeFollowing(trx, table, [amount], converted);
    after = last.id;
  }
}
