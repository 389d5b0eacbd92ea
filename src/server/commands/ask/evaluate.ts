import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { fieldType, valueType } from '#generators/field-types/registry.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Result } from '#server/features/jingchat/result.ts';
import type { Answer, Assistant } from '#server/features/jingchat/service.ts';

/** One line of a file of questions: what is right is a plan, or the rows that it gives, or that nothing can be answered. */
export interface GoldQuestion {
  readonly question: string;
  readonly plan?: Plan;
  readonly rows?: readonly (readonly (string | number | boolean | null)[])[];
  /** The rows are in this order. */
  readonly ordered?: boolean;
  readonly declines?: boolean;
}

export type Verdict = 'right' | 'asked' | 'declined' | 'wrong';

/** What became of a file of questions. Shares are of 1. */
export interface Score {
  readonly questions: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Of what was answered, how much is right. */
  readonly precision: number;
  /** Of what can be answered, how much was answered rightly. */
  readonly coverage: number;
  /** Wrong answers that say of nothing that it was assumed, of all questions. */
  readonly silentWrong: number;
}

/** Reads a file of one JSON object a line. @throws Failure that names the line. */
export function readGoldQuestions(text: string, file: string): GoldQuestion[] {
  return text.split('\n').flatMap((line, at): GoldQuestion[] => {
    if (line.trim() === '') return [];
    let gold: Partial<GoldQuestion>;
    try {
      gold = JSON.parse(line) as Partial<GoldQuestion>;
    } catch {
      throw new Failure('INVALID_BODY', `“${file}”第 ${at + 1} 行不是有效的 JSON`);
    }
    const isWhole = typeof gold.question === 'string' && (gold.plan ?? gold.rows ?? gold.declines) !== undefined;
    if (!isWhole)
      throw new Failure('INVALID_BODY', `“${file}”第 ${at + 1} 行应有 question，以及 plan、rows 或 declines`);
    return [gold as GoldQuestion];
  });
}

/** A value as text: that of an option is its label, that of a link the name of the record. */
function shown(definition: ObjectDefinition, apiName: string, value: unknown): string {
  const field = definition.fields.find((one) => one.apiName === apiName);
  if (value === undefined || value === null || !field) return '';
  const one = (each: unknown): string => {
    if (typeof each === 'object' && each !== null && 'name' in each) return String(each.name);
    return field.selectOptions?.find((option) => option.value === each)?.label ?? String(each);
  };
  if (Array.isArray(value)) return (value as unknown[]).map(one).toSorted().join('、');
  const { kind } = valueType(field);
  if (kind === 'money') return (value as CurrencyValue).equivalentMoney ?? (value as CurrencyValue).num ?? '';
  return typeof value === 'object'
    ? one(value)
    : field.selectOptions
      ? one(value)
      : fieldType(field)
          .toText(value, field)
          .replace(/(?<=^-?[\d.]+)%$/u, '');
}

/** The rows of an answer as text: the fields that were asked for, else the names. */
export function rowsOf(result: Result, plan: Plan, definition: ObjectDefinition): string[][] {
  if (result.kind === 'figures')
    return result.rows.map(({ label, values }) => [
      ...(plan.group ? [label] : []),
      ...values.map((value) => value ?? ''),
    ]);
  const fields = plan.select ?? [definition.nameField];
  return result.rows.map((row: RecordRow) => fields.map((apiName) => shown(definition, apiName, row[apiName])));
}

/** Names stay in front of the fields that are asked for, so that either is what was wanted. */
function allRows(result: Result, plan: Plan, definition: ObjectDefinition): string[][] {
  const { nameField } = definition;
  if (result.kind === 'figures' || plan.select === undefined || plan.select.includes(nameField))
    return rowsOf(result, plan, definition);
  return rowsOf(result, { ...plan, select: [nameField, ...plan.select] }, definition);
}

const TOLERANCE = 1e-6;
/** A number in one way of writing, any other text as it is. */
function plain(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value).trim();
  if (text === '' || !Number.isFinite(Number(text))) return text;
  const number = Number(text);
  return Number.isInteger(number) ? String(number) : String(Math.round(number / TOLERANCE) * TOLERANCE).slice(0, 12);
}

/** Columns that an answer may be wider than what was asked for, such as the number that groups are ordered by. */
const MAX_COLUMNS = 12;

/** Ways to find each wanted column among those of the answer, the same number of values each. */
function* columnChoices(
  wanted: readonly string[][],
  given: readonly string[][],
  taken: readonly number[] = [],
): Generator<readonly number[]> {
  const at = taken.length;
  if (at === wanted.length) {
    yield taken;
    return;
  }
  const content = (column: readonly string[] | undefined) => [...(column ?? [])].toSorted().join('\n');
  const sought = content(wanted[at]);
  for (let column = 0; column < given.length; column += 1)
    if (!taken.includes(column) && content(given[column]) === sought)
      yield* columnChoices(wanted, given, [...taken, column]);
}

const columnsOf = (rows: readonly (readonly unknown[])[]): string[][] =>
  Array.from({ length: Math.min(MAX_COLUMNS, rows[0]?.length ?? 0) }, (_, at) => rows.map((row) => plain(row[at])));

/**
 * Does an answer hold the wanted rows, no more and no fewer? The order of columns never counts, that of rows where it was
 * asked for. An answer may show a column more, such as the name of the record or the number that it is ordered by.
 */
function hasRows(
  given: readonly (readonly unknown[])[],
  wanted: readonly (readonly unknown[])[],
  ordered: boolean,
): boolean {
  if (given.length !== wanted.length) return false;
  if (wanted.length === 0) return true;
  const lines = (columns: readonly string[][], order: readonly number[]) => {
    const texts = wanted.map((_, row) => order.map((column) => columns[column]?.[row]).join('\t'));
    return (ordered ? texts : texts.toSorted()).join('\n');
  };
  const [mine, theirs] = [columnsOf(given), columnsOf(wanted)];
  const right = lines(
    theirs,
    theirs.map((_, at) => at),
  );
  for (const order of columnChoices(theirs, mine)) if (lines(mine, order) === right) return true;
  return false;
}

interface Evaluated {
  readonly verdict: Verdict;
  readonly isSilent: boolean;
}

/** Records of an answer that are compared. */
const MOST_COMPARED = 5000;

/** Asks one question and says what the answer is worth. */
export async function evaluateOne(
  assistant: Assistant,
  gold: GoldQuestion,
  actor: Actor,
  definitionOf: (apiName: string) => ObjectDefinition,
): Promise<Evaluated & { readonly answer: Answer }> {
  const answer = await assistant.ask(gold.question, actor, MOST_COMPARED);
  const { reading, result } = answer;
  const done = (verdict: Verdict, isSilent = false) => ({ answer, verdict, isSilent });
  if (reading.kind === 'ask') return done('asked');
  if (reading.kind !== 'answer' || !result) return done('declined');
  const isSilent = reading.assumptions.length === 0;
  if (gold.declines === true) return done('wrong', isSilent);
  const wanted =
    gold.rows ??
    (gold.plan &&
      rowsOf(await assistant.run(gold.plan, actor, MOST_COMPARED), gold.plan, definitionOf(gold.plan.object)));
  const isSame =
    wanted !== undefined &&
    hasRows(allRows(result, reading.plan, definitionOf(reading.plan.object)), wanted, gold.ordered === true);
  return isSame ? done('right') : done('wrong', isSilent);
}

export function scoreOf(gold: readonly GoldQuestion[], evaluated: readonly Evaluated[]): Score {
  const count = (verdict: Verdict) => evaluated.filter((one) => one.verdict === verdict).length;
  const counts = { right: count('right'), asked: count('asked'), declined: count('declined'), wrong: count('wrong') };
  const answerable = gold.filter(({ declines }) => declines !== true).length;
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  return {
    questions: gold.length,
    counts,
    precision: share(counts.right, counts.right + counts.wrong),
    coverage: share(counts.right, answerable),
    silentWrong: share(
      evaluated.filter(({ verdict, isSilent }) => verdict === 'wrong' && isSilent).length,
      gold.length,
    ),
  };
}
