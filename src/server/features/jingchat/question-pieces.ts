import type { QuestionPiece } from '#schemas/api/jingchat-words.ts';
import { amountsWithUnits } from '#shared/assistant/given-units.ts';
import { isContent, normalise } from '#shared/assistant/normalise.ts';
import type { Reading, Understood } from '#shared/assistant/plan.ts';
import { findTimes } from '#shared/assistant/time.ts';
import type { AskableObject, Meaning, Vocabulary } from '#shared/assistant/vocabulary.ts';

type Read = Extract<Reading, { kind: 'answer' | 'partly' }>;

const KINDS = { time: '时间', amount: '数字', growth: '与对比的时段比较' };
/** What is said of growth, or of the period that is compared with. */
const GROWING = /[增降升涨跌减提变]|同比|环比|逐年|每年|历年|各年|[比较与和同跟]|多少|几/u;

/**
 * A question in pieces, each with what it was taken for in the words that the vocabulary of the asker has today. None
 * where the marks are of another text, such as one whose pronoun was replaced by a name.
 */
export function piecesOf(question: string, reading: Reading, vocabulary: Vocabulary, today: string): QuestionPiece[] {
  if (reading.kind !== 'answer' && reading.kind !== 'partly') return [];
  const marks = reading.understood.toSorted((one, other) => one.from - other.from);
  if (marks.length === 0 || !marks.every((mark) => isOf(mark, question))) return [];
  const unknown = reading.kind === 'partly' ? reading.unknown : [];
  const isUnknown = (text: string) => unknown.some((word) => normalise(text).text.includes(word));
  const pieces: QuestionPiece[] = [];
  const between = (text: string) => {
    if (text === '') return;
    const isLeft = [...text].some(isContent) && isUnknown(text);
    pieces.push({ text, ...(isLeft && { isUnknown: true as const }) });
  };
  let at = 0;
  for (const { from, to, as } of marks) {
    between(question.slice(at, from));
    const text = question.slice(from, to);
    const taken = unknown.includes(as) ? undefined : takenFor(as, reading, vocabulary, today);
    if (unknown.includes(as)) pieces.push({ text, isUnknown: true });
    else pieces.push({ text, ...(taken !== undefined && { takenFor: taken }) });
    at = to;
  }
  between(question.slice(at));
  return pieces;
}

const isUsed = (field: string, reading: Read): boolean =>
  reading.kind === 'answer' && JSON.stringify(reading.plan).includes(JSON.stringify(field));

const isOf = ({ from, to, as }: Understood, question: string): boolean =>
  normalise(question.slice(from, to)).text.trim() === as.trim();

/** Undefined for words that only hold a question together, and for what the vocabulary does not say. */
function takenFor(as: string, reading: Read, { meanings, objects, units }: Vocabulary, today: string) {
  const found = meanings.get(as) ?? [];
  const object = reading.kind === 'answer' ? reading.plan.object : reading.object;
  const own = found.filter((meaning) => meaning.kind !== 'word' && meaning.object === object);
  const used = own.filter((meaning) => 'field' in meaning && isUsed(meaning.field, reading));
  // The word for the object itself is of no field that the plan uses.
  const noun = own.filter(({ kind }) => kind === 'object');
  const meant = own.length > 1 ? (used.length > 0 ? used : noun) : own;
  const labels = new Set(meant.flatMap((meaning) => labelOf(meaning, objects) ?? []));
  // Of several meanings it is not known which was meant.
  if (labels.size === 1) return [...labels][0];
  if (found.length === 0 && findTimes(as, today).some(({ from, to }) => from === 0 && to === as.length))
    return KINDS.time;
  const isGrowth = reading.kind === 'answer' && reading.plan.growth !== undefined && GROWING.test(as);
  if (isGrowth) return KINDS.growth;
  if (found.length > 0) return undefined;
  const isAmount = amountsWithUnits(as, [...units]).some(({ from, to }) => from === 0 && to === as.length);
  return isAmount ? KINDS.amount : undefined;
}

function labelOf(meaning: Meaning, objects: ReadonlyMap<string, AskableObject>): string | undefined {
  if (meaning.kind === 'word' || meaning.kind === 'closed') return undefined;
  const object = objects.get(meaning.object);
  if (meaning.kind === 'object') return object && `对象“${object.label}”`;
  const field = object?.fields.find(({ apiName }) => apiName === meaning.field);
  if (!field) return undefined;
  if (meaning.kind === 'field') return `字段“${field.label}”`;
  if (meaning.kind === 'level') return `“${field.label}”的“${meaning.level.names[0] ?? ''}”一级`;
  if (meaning.kind === 'flag') return `“${field.label}”为${meaning.value ? '是' : '否'}`;
  const options = (field.selectOptions ?? []).filter(({ value }) => meaning.values.includes(value));
  return `“${field.label}”的选项${options.map(({ label }) => `“${label}”`).join('、')}`;
}
