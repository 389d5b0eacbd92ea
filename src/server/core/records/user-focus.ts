import type { RecordValues } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordWriter } from './record-writer.ts';

/** Object and key of what a person follows. The key is shorter than any that a form may send: a person has one record. */
export const FOCUS = 'UserFocus';
export const FOCUS_KEY = 'focus';
const LISTS = ['focusIndustry', 'focusPhase'] as const;

/**
 * Makes what was named in a certification what its person follows, unless the person chose something before. Options that
 * were retired since never stop the approval: then nothing is taken over.
 */
export async function adoptFocus(
  trx: Db,
  writer: Pick<RecordWriter, 'create' | 'update'>,
  { accountId, values, now }: { accountId: string; values: RecordValues; now: Date },
): Promise<void> {
  const named = Object.fromEntries(LISTS.map((field) => [field, values[field] ?? []]));
  const context = { actor: accountId, roles: [], origin: 'form', now };
  try {
    const record = await writer.create(FOCUS, FOCUS_KEY, named, context, trx);
    const isChosen = LISTS.some((field) => ((record.values[field] ?? []) as string[]).length > 0);
    if (!isChosen) await writer.update(FOCUS, record.id, record.version, named, context, trx);
  } catch (thrown) {
    if (!(thrown instanceof Failure && thrown.failure === 'INVALID_BODY')) throw thrown;
  }
}
