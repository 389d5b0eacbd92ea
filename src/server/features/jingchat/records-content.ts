import type { AnswerContent } from '#schemas/api/jingchat.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { detailHeader } from '#generators/detail.ts';
import { isDate } from '#shared/assistant/field-facts.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { shownText } from './value-words.ts';

/** Fields of a card, and rows of a comparison, at most. */
const MOST = 12;

/** What the head of the detail page shows beside the name; the columns of the list where it shows nothing. */
export function foremostFields(definition: ObjectDefinition): string[] {
  const { subtitle, facts, tags, highlights } = detailHeader(definition);
  const head = [...(subtitle ? [subtitle] : []), ...facts, ...highlights, ...tags].map(({ apiName }) => apiName);
  const { columns } = definition.layouts.list;
  return [...new Set([...head, ...columns])].filter((name) => name !== definition.nameField).slice(0, MOST);
}

/** Records as themselves: one as a card, several side by side. Fields that are empty in all of them are left out. */
export function recordsContent(plan: Plan, rows: readonly RecordRow[], object: AskableObject): AnswerContent {
  const [row] = rows;
  if (!row || rows.length < (plan.records ?? []).length)
    return { kind: 'list', sentence: `这条${object.label}已不存在，或者对您不开放。`, columns: [], rows: [] };
  const shown = shownFields(plan, rows, object);
  const columns = shown.map(({ apiName }) => apiName);
  const name = nameOf(row, object);
  if (rows.length > 1) return compared(plan, rows, object, shown);
  const sentence = saidOfOne(plan, rows, object) ?? `以下是${object.label}“${name}”的主要信息。`;
  return { kind: 'record', sentence, name, columns, row };
}

/** What one record holds in the fields that are asked for, in a sentence; undefined where the answer is more than that. */
export function saidOfOne({ select }: Plan, rows: readonly RecordRow[], object: AskableObject): string | undefined {
  const [row] = rows;
  const fields = (select ?? []).flatMap((name) => fieldOf(object, name) ?? []);
  if (!row || rows.length > 1 || fields.length === 0) return undefined;
  const words = fields.map((field) => {
    const text = shownText(row[field.apiName], field);
    return text === '' ? `${field.label}未披露` : `${field.label}：${text}`;
  });
  return `“${nameOf(row, object)}”的${words.join('；')}。`;
}

const fieldOf = ({ fields }: AskableObject, apiName: string) => fields.find((field) => field.apiName === apiName);
const nameOf = (row: RecordRow, { nameField }: AskableObject): string => String(row[nameField] ?? `#${row.id}`);

const shownFields = (plan: Plan, rows: readonly RecordRow[], object: AskableObject): FieldDefinition[] =>
  Object.keys(Object.assign({}, ...rows) as RecordRow)
    .flatMap((name) => fieldOf(object, name) ?? [])
    .filter(({ apiName }) => apiName !== object.nameField)
    .filter((field) => rows.some((row) => shownText(row[field.apiName], field) !== ''))
    .toSorted((one, other) => placeOf(plan, one) - placeOf(plan, other));

const placeOf = ({ select = [] }: Plan, { apiName }: FieldDefinition): number => select.indexOf(apiName);

function compared(
  plan: Plan,
  rows: readonly RecordRow[],
  object: AskableObject,
  shown: readonly FieldDefinition[],
): AnswerContent {
  const isDifferent = (field: FieldDefinition) =>
    new Set(rows.map((row) => shownText(row[field.apiName], field))).size > 1;
  return {
    kind: 'comparison',
    sentence:
      plan.select === undefined
        ? `${rows.map((row) => `“${nameOf(row, object)}”`).join('与')}的对比如下。`
        : `${rows.map((row) => saidOfOne(plan, [row], object)?.slice(0, -1)).join('；')}。${leader(plan, rows, object)}`,
    columns: shown.map(({ apiName }) => apiName),
    rows: [...rows],
    differing: shown.filter(isDifferent).map(({ apiName }) => apiName),
  };
}

const sortText = (value: unknown): string => {
  const { equivalentMoney, num } = (value ?? {}) as CurrencyValue;
  return String(equivalentMoney ?? num ?? value ?? '');
};

/** “A”最高: the record that is first by the number or day that is asked for; nothing where two are alike. */
function leader({ sort: [order] = [] }: Plan, rows: readonly RecordRow[], object: AskableObject): string {
  const field = order && 'field' in order ? fieldOf(object, order.field) : undefined;
  if (!field || !order) return '';
  const known = rows.filter((row) => shownText(row[field.apiName], field) !== '');
  const compare = (one: RecordRow, other: RecordRow): number => {
    const [a, b] = [sortText(one[field.apiName]), sortText(other[field.apiName])];
    const ascending = isDate(field) ? a.localeCompare(b) : Number(a) - Number(b);
    return order.order === 'asc' ? ascending : -ascending;
  };
  const [first, second] = known.toSorted(compare);
  if (!first || !second || compare(first, second) === 0) return '';
  const words = isDate(field) ? ['最早', '最晚'] : ['最低', '最高'];
  return `“${nameOf(first, object)}”${order.order === 'asc' ? words[0] : words[1]}。`;
}
