import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordWriter } from './record-writer.ts';

/** Object and key of what a user follows. The key is shorter than any that a form may send: a user has one record. */
export const FOCUS = BINDINGS.focus.object;
export const FOCUS_KEY = 'focus';

/**
 * Makes what an investor named in the certification what the investor follows, unless the investor chose something before.
 * Options that were retired since never stop the approval: then nothing is taken over.
 */
export async function adoptFocus(
  trx: Db,
  writer: Pick<RecordWriter, 'create' | 'update'>,
  { accountId, form, now }: { accountId: string; form: RecordValues; now: Date },
): Promise<void> {
  const { industries, phases, areas, currency, minCheck, maxCheck } = boundValues(BINDINGS.investorForm, form);
  const named = recordValues(BINDINGS.focus, { industries, phases, areas, currency, minCheck, maxCheck });
  const context = { actor: accountId, roles: [], origin: 'form', now };
  try {
    const record = await writer.create(FOCUS, FOCUS_KEY, named, context, trx);
    const chosen = boundValues(BINDINGS.focus, record.values);
    const { currency: kind, minCheck: least, maxCheck: most } = chosen;
    const lists = [chosen.industries, chosen.phases, chosen.areas];
    const isChosen = lists.some((list = []) => list.length > 0) || [kind, least, most].some((one) => one !== undefined);
    if (!isChosen) await writer.update(FOCUS, record.id, record.version, named, context, trx);
  } catch (thrown) {
    if (!(thrown instanceof Failure && thrown.failure === 'INVALID_BODY')) throw thrown;
  }
}
