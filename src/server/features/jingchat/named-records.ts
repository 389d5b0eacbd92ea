import type { KnownValue } from '#shared/assistant/meanings.ts';
import { normalise } from '#shared/assistant/normalise.ts';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import { isInMetadata, isPronoun, namedRecords, placeIn, type Subject, subjectOf } from '#shared/assistant/subject.ts';
import type { Vocabulary } from '#shared/assistant/vocabulary.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { Result } from './result.ts';
import { shownText } from './value-words.ts';

export interface NamedDeps {
  readonly catalog: Pick<Catalog, 'object'>;
  readonly reader: Pick<RecordReader, 'searchNames'>;
  readonly actor: Actor;
  readonly now: () => Date;
  /** With the rights of the asker. */
  readonly run: (plan: Plan) => Promise<Result>;
}

/** What is known of a question when its records are looked for. */
export interface NamedQuestion {
  readonly question: string;
  readonly reading: Reading;
  readonly vocabulary: Vocabulary;
  readonly values: readonly KnownValue[];
  readonly before: Plan | undefined;
}

interface Found {
  readonly object: string;
  readonly id: string;
  readonly name: string;
}

/** Records that are offered at most, and of one object. */
const MAX_OFFERED = 10;
const MAX_OF_OBJECT = 4;
const LONGEST_NAME = 30;

const card = (object: string, id: string): Reading => ({
  kind: 'answer',
  plan: { object, records: [id] },
  understood: [],
  assumptions: [],
});

/** The record that a question is about and asks no more of; undefined where it is another question. */
export async function readNamed(deps: NamedDeps, asked: NamedQuestion): Promise<Reading | undefined> {
  const { question, reading, vocabulary, values, before } = asked;
  const typed = normalise(question).text;
  const subject = subjectOf(typed);
  if (subject.text === '' || subject.text.length > LONGEST_NAME) return undefined;
  const earlier = await ofBefore(deps, subject, before);
  if (earlier) return earlier;
  if (!subject.isIntroduced && isInMetadata(subject.text, vocabulary)) return undefined;
  const exact = namedRecords(subject, values, vocabulary).map(({ object, id, value }) => ({ object, id, name: value }));
  const [only] = exact;
  if (only && exact.length === 1) return card(only.object, only.id);
  if (exact.length > 0) return offered(deps, `“${subject.text}”指哪一个？`, exact, vocabulary);
  if (reading.kind === 'answer' || reading.kind === 'ask' || !isStrange(subject, reading)) return undefined;
  const near = await nearNames(deps, subject, vocabulary);
  if (near.length === 0) return reading.kind === 'decline' ? missing(subject) : undefined;
  return offered(deps, `没有名称正好是“${subject.text}”的记录，是否指：`, near, vocabulary);
}

const missing = ({ text }: Subject): Reading => ({ kind: 'decline', reason: `没有名称含“${text}”的记录` });

/** Is all that is asked about a text of which nothing is known? */
const isStrange = (subject: Subject, reading: Reading): boolean =>
  subject.isIntroduced
    ? reading.kind !== 'decline' || reading.topic === undefined
    : reading.kind === 'partly' && reading.unknown.join('') === subject.text;

/** 第三个 of the list before, and 它 of the record before. */
async function ofBefore(deps: NamedDeps, subject: Subject, before: Plan | undefined): Promise<Reading | undefined> {
  if (!before) return undefined;
  const [same] = before.records ?? [];
  if (same !== undefined) return isPronoun(subject) ? card(before.object, same) : undefined;
  const place = placeIn(subject);
  if (place === undefined || before.measures) return undefined;
  const result = await deps.run({ ...before, limit: Math.min(before.limit ?? place, place) });
  const row = result.kind === 'records' ? result.rows[place - 1] : undefined;
  return row && card(before.object, row.id);
}

async function nearNames(
  { catalog, reader, actor, now }: NamedDeps,
  { text }: Subject,
  { objects }: Vocabulary,
): Promise<Found[]> {
  const scope = { rowsOf: rowsFor(actor), today: shanghaiDay(now()) };
  const found = await Promise.all(
    Array.from(objects.values(), async ({ apiName, fields }) => {
      const open = new Set(fields.map((field) => field.apiName));
      const names = await reader.searchNames(catalog.object(apiName), {
        text,
        limit: MAX_OF_OBJECT,
        scope,
        readable: (field) => open.has(field.apiName),
      });
      return names.map(({ id, name, rank }) => ({ object: apiName, id, name, rank }));
    }),
  );
  return found
    .flat()
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MAX_OFFERED);
}

/** A choice for each record, told apart by its object, and by what its list shows first where that is not enough. */
async function offered(
  deps: NamedDeps,
  question: string,
  found: readonly Found[],
  { objects }: Vocabulary,
): Promise<Reading> {
  const choices: { label: string; plan: Plan }[] = [];
  for (const { object: apiName, id, name } of found.slice(0, MAX_OFFERED)) {
    const object = objects.get(apiName);
    const isSame = found.some((one) => one.id !== id && one.object === apiName && one.name === name);
    const plan = { object: apiName, records: [id] };
    const details = isSame ? await firstValue(deps, plan) : '';
    const label = `${name}（${[object?.label ?? '', details].filter((part) => part !== '').join('，')}）`;
    choices.push({ label: choices.some((one) => one.label === label) ? `${label} #${id}` : label, plan });
  }
  return { kind: 'ask', question, choices, understood: [] };
}

/** What the list shows of a record beside its name. */
async function firstValue({ catalog, run }: NamedDeps, plan: Plan): Promise<string> {
  const { layouts, nameField, fields } = catalog.object(plan.object).definition;
  const result = await run({ ...plan, select: layouts.list.columns.filter((name) => name !== nameField) });
  if (result.kind !== 'records') return '';
  const [row] = result.rows;
  const texts = result.fields.flatMap((name) => {
    const field = fields.find(({ apiName }) => apiName === name);
    const text = field && name !== nameField ? shownText(row?.[name], field) : '';
    return text === '' || text === undefined ? [] : [text];
  });
  return texts[0] ?? '';
}
