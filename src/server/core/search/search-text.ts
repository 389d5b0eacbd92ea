import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isSearched, valueKind } from '#generators/field-types/registry.ts';
import { readersOf } from '#generators/readers.ts';
import { fold } from '#shared/text/fold.ts';
import { addName, addSpelling, addText, type Grams, seedOf } from './grams.ts';
import { spelling } from './letters.ts';

/** The part of an object that decides what its records are found by. */
export interface SearchedObject {
  readonly definition: Pick<ObjectDefinition, 'apiName' | 'nameField' | 'matching'>;
  /** Live fields. */
  readonly fields: readonly FieldDefinition[];
}

/**
 * What a record is found by. `names` holds its folded names, one a line and the one of the name field first, `letters` how
 * each Chinese one is spelt; `more` the other searchable values, each on a line that begins with its field and a tab.
 */
export interface SearchText {
  readonly names: string;
  readonly letters: string;
  readonly more: string;
  readonly grams: readonly number[];
}

/** Raised when the same values would give another text: every record is then gone through again. */
const EDITION = 1;

/** No user finds a record by a sealed value. */
const holdsText = (field: FieldDefinition): boolean => !isSealed(field) && ['text', 'texts'].includes(valueKind(field));

/** The names of a record, its name field first. A value that is kept for some roles is no name: every user finds by names. */
export function namingFields({ definition, fields }: SearchedObject): readonly FieldDefinition[] {
  const isName = ({ apiName }: FieldDefinition) => apiName === definition.nameField;
  const named = fields.filter((field) => isName(field) || field.config?.naming === true);
  return named
    .filter((field) => readersOf(field) === undefined && holdsText(field))
    .toSorted((left, right) => Number(isName(right)) - Number(isName(left)));
}

/** The searchable fields that are no names: a user finds records by those that they may read. */
export function otherSearchFields(object: SearchedObject): readonly FieldDefinition[] {
  const names = new Set(namingFields(object));
  return object.fields.filter((field) => !names.has(field) && isSearched(field) && holdsText(field));
}

/** Equal texts say that the records of an object are found by the same values in the same way. */
export function searchFingerprint(object: SearchedObject): string {
  const list = (fields: readonly FieldDefinition[]) => fields.map(({ apiName }) => apiName).join(',');
  return `${EDITION}|${list(namingFields(object))}|${list(otherSearchFields(object))}`;
}

const texts = (value: FieldValue): string[] =>
  (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string');

interface Prepared {
  readonly seed: number;
  readonly naming: readonly FieldDefinition[];
  readonly others: readonly FieldDefinition[];
}
const prepared = new WeakMap<readonly FieldDefinition[], Prepared>();

function prepare(object: SearchedObject): Prepared {
  const before = prepared.get(object.fields);
  if (before) return before;
  const one = {
    seed: seedOf(object.definition.apiName),
    naming: namingFields(object),
    others: otherSearchFields(object),
  };
  prepared.set(object.fields, one);
  return one;
}

/** What a record with these values, complete and absent where empty, is found by. */
export function searchText(object: SearchedObject, values: RecordValues): SearchText {
  const { seed, naming, others } = prepare(object);
  const grams: Grams = new Set();
  const [names, letters, more] = [new Set<string>(), new Set<string>(), [] as string[]];
  for (const field of naming) {
    for (const text of texts(values[field.apiName])) {
      const name = fold(text);
      if (names.has(name)) continue;
      names.add(name);
      addText(grams, seed, name);
      addName(grams, seed, name);
      letters.add(spelling(text));
    }
  }
  for (const field of others) {
    for (const text of texts(values[field.apiName])) {
      const line = fold(text);
      more.push(`${field.apiName}\t${line}`);
      addText(grams, seed, line);
    }
  }
  letters.delete('');
  for (const line of letters) addSpelling(grams, seed, line);
  return { names: [...names].join('\n'), letters: [...letters].join('\n'), more: more.join('\n'), grams: [...grams] };
}
