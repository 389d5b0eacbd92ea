import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { quote } from '#generators/storage.ts';
import { isSeen } from '#server/core/conditions/conditions.ts';
import { holdsText } from '#server/core/conditions/value-queries.ts';
import { nameAnswers } from '#server/core/conditions/search.ts';
import { isOwn } from '#server/core/conditions/own-queries.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { Statement } from '#server/db/read-queries.ts';
import type { Match } from '#server/core/search/rank-names.ts';
import type { SearchWord } from '#server/core/search/search-word.ts';
import type { ReadableObject, ReadScope } from './readable-object.ts';

/** Whose records are meant, and which of them the reader sees. */
interface Whose {
  readonly owner?: string | undefined;
  readonly scope: Pick<ReadScope, 'rowsOf' | 'today'>;
}

/** `and` the records that are meant; empty for all. */
function seenTests(object: ReadableObject, { owner, scope }: Whose, parameters: Parameters): string {
  const seen = scope.rowsOf(object);
  const tests = [
    ...(owner === undefined ? [] : [isOwn(object, owner, parameters)]),
    ...(seen ? [isSeen(object, seen, scope.today, parameters)] : []),
  ];
  return tests.map((test) => ` and ${test}`).join('');
}

interface NamesAnswering {
  readonly match: Match;
  readonly word: SearchWord;
  /** Look among the newest records, or take all from the index. */
  readonly way: 'newest' | 'all';
  readonly owner: string | undefined;
  readonly scope: Pick<ReadScope, 'rowsOf' | 'today'>;
  readonly limit: number;
}

/** Records that are looked through before the index is asked, and how many that answer are taken from there at most. */
const NEWEST = 3000;
const MOST = 5000;

/** Ids and the values of the naming fields of records whose names answer a word, newest first; undefined where none can. */
export function namesAnswering(
  object: ReadableObject,
  naming: readonly FieldDefinition[],
  { match, word, way, owner, scope, limit }: NamesAnswering,
): Statement | undefined {
  const parameters = new Parameters();
  const test = nameAnswers(object, match, word, way === 'all' ? 'found' : 'holds', parameters);
  if (test === undefined) return undefined;
  const ours = `object_api_name = ${parameters.add(object.definition.apiName, 'text')}`;
  const source =
    way === 'all' ? 'record_search' : `(select * from record_search where ${ours} order by id desc limit ${NEWEST})`;
  const seen = seenTests(object, { owner, scope }, parameters);
  // A fence: without it the planner may walk all records in the order of their ids. Where nothing has to be looked up in
  // the table, what is not wanted is left out before.
  const [fence, end] = seen === '' ? [`limit ${MOST}`, ` order by id desc limit ${limit}`] : ['offset 0', ''];
  const found = `select id as found_id from (select id from ${source} s where ${ours} and ${test} ${fence}) s${end}`;
  const wanted = ['id', ...naming.map(({ apiName }) => quote(apiName))].join(', ');
  const text = `select ${wanted} from (${found}) found join ${quote(object.table)} on id = found_id${seen} order by id desc limit ${limit}`;
  return { text, values: parameters.values };
}

/** Ids and names of records whose name holds a text: one that is the text itself first, then the newest. */
export function namesHolding(
  object: ReadableObject,
  { text, limit, ...whose }: Whose & { readonly text: string; readonly limit: number },
): Statement {
  const { table, definition } = object;
  const parameters = new Parameters();
  const column = quote(definition.nameField);
  const seen = () => seenTests(object, whose, parameters);
  const select = (rank: number, test: string) =>
    `(select id, ${column} as name, ${rank} as rank from ${quote(table)} where ${test}${seen()} order by id desc limit ${limit})`;
  if (text === '') return { text: select(0, `${column} is not null`), values: parameters.values };
  const itself = `${column} = ${parameters.add(text, 'text')}`;
  const others = `${holdsText(column, 'anywhere', text, parameters)} and ${column} <> ${parameters.add(text, 'text')}`;
  const both = `${select(0, itself)} union all ${select(1, others)}`;
  return {
    text: `select id, name from (${both}) found order by rank, id desc limit ${limit}`,
    values: parameters.values,
  };
}
