import { fieldType, valueType } from '#generators/field-types/registry.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { KnownValue } from '#shared/assistant/meanings.ts';
import type { WordKind } from '#shared/assistant/phrases.ts';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import { readQuestion } from '#shared/assistant/read-question.ts';
import { type AskableObject, vocabularyOf } from '#shared/assistant/vocabulary.ts';
import { fold } from '#shared/text/fold.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { type GivenObjects, wholeObject } from '#server/commands/ask/given-objects.ts';

/** The day of the questions. */
const ASKED_ON = '2026-11-24';

/** Reads questions about some objects without a database. */
export interface Reader {
  readonly name: string;
  readonly objects: readonly AskableObject[];
  readonly read: (question: string) => Reading;
  /** The same where nothing but one object is there. */
  readonly limitedTo: (apiName: string) => Reader;
  /** Is a folded text what an object or a field is called, or nearly? */
  readonly isLabel: (text: string) => boolean;
  /** What a folded text is as a word of the language. */
  readonly wordsOf: (text: string) => readonly WordKind[];
}

const askableOf = (definition: ObjectDefinition): AskableObject => {
  const { apiName, label, synonyms, nameField, layouts, fields } = definition;
  const { columns, filters, sort } = layouts.list;
  return {
    apiName,
    label,
    ...(synonyms && { synonyms }),
    nameField,
    fields: withSystemFields(definition, fields),
    listed: [...new Set([...sort.map(({ field }) => field), ...columns, ...filters])],
  };
};

/** What the records hold, as the database would say it. */
function valuesOf(objects: readonly AskableObject[], records: GivenObjects['records'] = {}): KnownValue[] {
  return objects.flatMap(({ apiName, fields, nameField }) => {
    const texts = fields.filter((field) => {
      const { options, kind, freeText } = valueType(field);
      return !options && (freeText === 'line' || kind === 'texts') && fieldType(field).columns(field).length > 0;
    });
    return (records[apiName] ?? []).flatMap((record, at) =>
      texts.flatMap(({ apiName: field }) =>
        [record[field]].flat().flatMap((value): KnownValue[] =>
          typeof value === 'string' && value.length > 1
            ? [
                {
                  text: fold(value),
                  object: apiName,
                  field,
                  value,
                  ...(field === nameField && { id: String(at + 1) }),
                },
              ]
            : [],
        ),
      ),
    );
  });
}

/** A reader of questions about objects with the records of a file. */
export function readerOf(
  name: string,
  definitions: readonly ObjectDefinition[],
  records?: GivenObjects['records'],
): Reader {
  const objects = definitions.map(askableOf);
  const vocabulary = vocabularyOf(objects);
  const labels = objects.flatMap(({ label, fields }) => [label, ...fields.map((field) => field.label)]).map(fold);
  const all = [...new Map(valuesOf(objects, records).map((one) => [JSON.stringify(one), one])).values()];
  return {
    name,
    objects,
    limitedTo: (apiName) =>
      readerOf(
        name,
        definitions.filter((one) => one.apiName === apiName),
      ),
    wordsOf: (text) =>
      (vocabulary.meanings.get(text) ?? []).flatMap((meaning) => (meaning.kind === 'word' ? [meaning.word] : [])),
    isLabel: (text) =>
      labels.some((label) => label.includes(text)) ||
      (vocabulary.meanings.get(text) ?? []).some(({ kind }) => kind === 'field' || kind === 'object'),
    read: (question) => {
      const text = fold(question);
      return readQuestion(
        question,
        vocabulary,
        all.filter((known) => text.includes(known.text)),
        ASKED_ON,
      );
    },
  };
}

export const givenReader = (name: string, { objects, records }: GivenObjects): Reader =>
  readerOf(name, objects.map(wholeObject), records);

/** A plan in one way of writing: the order in which conditions are said means nothing. */
function canonical(plan: Plan): string {
  const sorted = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(sorted);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([key, value]) => {
          const inner = sorted(value);
          const isSet =
            key === 'and' ||
            key === 'or' ||
            key === 'linked' ||
            key === 'select' ||
            (key === 'value' && Array.isArray(inner));
          return [key, isSet && Array.isArray(inner) ? inner.map((each) => JSON.stringify(each)).toSorted() : inner];
        }),
    );
  };
  return JSON.stringify(sorted(plan));
}

/** The plan of a question that is answered. */
export const planOf = (reading: Reading): string | undefined =>
  reading.kind === 'answer' ? canonical(reading.plan) : undefined;
