import { declineOf, declineWords } from './declines.ts';
import type { KnownValue } from './meanings.ts';
import { normalise } from './normalise.ts';
import type { Plan, Reading } from './plan.ts';
import { understand } from './understand.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The object that a question is about, as far as it was understood. */
function objectOf(reading: Reading): string | undefined {
  if (reading.kind === 'answer') return reading.plan.object;
  if (reading.kind === 'ask') return reading.choices[0]?.plan.object;
  return reading.kind === 'partly' ? reading.object : undefined;
}

/**
 * What a question asks for, or why it cannot be answered. `values` are parts of it that the database knows; `today` is
 * YYYY-MM-DD in Asia/Shanghai; `before` is the plan of the question before in the conversation.
 */
export function readQuestion(
  question: string,
  vocabulary: Vocabulary,
  values: readonly KnownValue[],
  today: string,
  before?: Plan,
): Reading {
  const reading = understand(question, vocabulary, values, today, before);
  const declined = declineOf(normalise(question), vocabulary, values, today);
  // Of an answer every word has a meaning, such as 房价 of a field that is nearly called so.
  const isSaid = reading.kind === 'answer' && (declined?.topic === 'elsewhere' || declined?.topic === 'personal');
  if (!declined || isSaid) return reading;
  const object = objectOf(reading);
  return {
    kind: 'decline',
    topic: declined.topic,
    ...declineWords(declined),
    ...(object !== undefined && { object }),
  };
}
