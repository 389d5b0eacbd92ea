import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { quote } from '#generators/storage.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { namingFields, otherSearchFields, type SearchedObject } from '#server/core/search/search-text.ts';
import { readWord } from '#server/core/search/search-word.ts';
import { holdsText } from './value-queries.ts';
import { holdsWord, mayHoldWord } from './search.ts';
import type { Parameters } from './parameters.ts';

/** A keyword for the records of an object, and the fields that it may look into beside the names. */
export interface KeywordQuestion {
  readonly object: SearchedObject & { readonly searchFilled?: boolean };
  readonly readable: readonly FieldDefinition[];
  /** Free of control characters, not empty. */
  readonly keyword: string;
}

/**
 * True where one of the fields, or one entry of a list, holds the keyword; false of all when nothing is searchable.
 * This finds records that are not yet in the search index.
 */
function holdsKeyword({ object, readable, keyword }: KeywordQuestion, parameters: Parameters): string {
  const others = otherSearchFields(object).filter((field) => readable.some(({ apiName }) => apiName === field.apiName));
  const tests = [...namingFields(object), ...others].map((field) => {
    const column = quote(field.apiName);
    // Three times as fast as asking each entry; no keyword holds the character between them.
    const text = valueKind(field) === 'texts' ? `array_to_string(${column}, E'\\x01')` : column;
    return holdsText(text, 'anywhere', keyword, parameters);
  });
  return tests.length > 0 ? `(${tests.join(' or ')})` : 'false';
}

/** The ids, as `found_id`, of the records that the index finds; undefined where it may lack some. */
export function foundByKeyword({ object, readable, keyword }: KeywordQuestion, parameters: Parameters) {
  if (object.searchFilled !== true) return undefined;
  const word = readWord(keyword);
  if (word.text === '') return 'select 0::bigint as found_id where false';
  const owner = `s.object_api_name = ${parameters.add(object.definition.apiName, 'text')}`;
  const tests = [owner, mayHoldWord(object, word, parameters), holdsWord(object, readable, word, parameters)];
  return `select s.id as found_id from record_search s where ${tests.join(' and ')}`;
}

/** True where the keyword is found, in a condition over the object's table. */
export function compileKeyword(question: KeywordQuestion, parameters: Parameters): string {
  const found = foundByKeyword(question, parameters);
  return found === undefined ? holdsKeyword(question, parameters) : `id in (${found})`;
}

/** The same, looked up for one row of the table called `alias` at a time: for the few rows at the head of an order. */
export function compileKeywordByRow(
  { object, readable, keyword }: KeywordQuestion,
  alias: string,
  parameters: Parameters,
): string {
  const word = readWord(keyword);
  if (word.text === '') return 'false';
  const owner = `s.object_api_name = ${parameters.add(object.definition.apiName, 'text')}`;
  const test = holdsWord(object, readable, word, parameters);
  return `(select ${test} from record_search s where ${owner} and s.id = ${quote(alias)}.id)`;
}
