import type { Reading } from './plan.ts';
import type { AskableObject, ClosedField, Vocabulary } from './vocabulary.ts';

/** The fields of an object that a word names and that are closed to the asker. */
const closedOf = (word: string, { apiName, closed = [] }: AskableObject, { meanings }: Vocabulary): ClosedField[] =>
  (meanings.get(word) ?? []).flatMap((one) =>
    one.kind === 'closed' && one.object === apiName ? closed.filter((field) => field.apiName === one.field) : [],
  );

/** A question read as being about one object, as far as it is asked here. */
interface Barred {
  readonly object: AskableObject;
  /** Parts that mean nothing where the object is asked about. */
  readonly left: readonly string[];
  readonly isNamed: boolean;
}

/**
 * A question as one that is declined because of what it names and the asker may not read. What is left beside that is said
 * of it, and is not looked for. `all`: how it reads for each object, the best first. Undefined where nothing is closed.
 */
export function closedReading(all: readonly Barred[], vocabulary: Vocabulary): Reading | undefined {
  const named = all.filter(({ isNamed }) => isNamed);
  for (const { object, left } of named.length > 0 ? named : all) {
    const fields = left.flatMap((word) => closedOf(word, object, vocabulary).slice(0, 1));
    const others = left.filter((word) => closedOf(word, object, vocabulary).length === 0);
    // 介绍一下海马: what else the question says may be what it is about, and the word no field at all.
    if (fields.length > 0 && (named.length > 0 || others.length === 0))
      return {
        kind: 'decline',
        topic: 'closed',
        reason: [...new Set(fields.map(({ reason }) => reason))].join(''),
        instead: `可以按“${object.label}”列表中对您开放的字段提问。`,
        object: object.apiName,
      };
  }
  return undefined;
}
