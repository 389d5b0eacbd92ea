import type { Answer, AnswerContent, ContentOf, Stage } from '#schemas/api/jingchat.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { cellText } from '#client/ui/field-types/registry.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import type { AnswerLookups } from './answer-lookups.ts';

export const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  understand: '理解问题',
  query: '查询数据',
  compose: '整理回答',
  model: '询问模型',
};

/** What an answer says in a sentence. */
export function sentenceOf(content: AnswerContent): string {
  switch (content.kind) {
    case 'ask':
      return content.question;
    case 'declined':
    case 'refused':
      return content.reason;
    case 'failed':
      return `“${STAGE_LABELS[content.stage]}”没有完成：${content.message}`;
    case 'model':
      return modelSentence(content);
    case 'stopped':
      return '已停止，没有回答';
    default:
      return content.sentence;
  }
}

/** What a model says, with what of it is left out. */
function modelSentence({ sentences, dropped, queries }: ContentOf<'model'>): string {
  const words = sentences.join('');
  const left = dropped > 0 ? `${dropped} 句无法核对，已略去` : '';
  if (words !== '') return left === '' ? words : `${words}（${left}）`;
  if (left !== '') return `模型的回答没有可以核对的内容：${left}`;
  return queries.length > 0 ? '模型的文字不保存；可从下列查询看今天的数据' : '模型没有给出回答';
}

/** An answer as text to be copied: question, sentence, conditions, rows, and as of when. */
export function answerText({ question, content, plan, notes, asOf }: Answer, lookups: AnswerLookups): string {
  const conditions = plan
    ? [plan.label, ...plan.parts.map(({ text }) => text), ...plan.shape.map(({ text }) => text)].join('；')
    : '';
  return [
    question,
    sentenceOf(content),
    ...(conditions === '' ? [] : [`查询：${conditions}`]),
    ...rowsText(content, plan?.objectApiName, lookups),
    ...notes,
    ...(asOf === null ? [] : [`数据截至 ${shownMoment(asOf)}（北京时间）`]),
  ].join('\n');
}

/** The groups of an answer as a table for a spreadsheet: a tab between columns. */
export const tableText = ({ by, measures, rows }: ContentOf<'groups'>): string =>
  [[by, ...measures], ...rows.map(({ label, texts }) => [label, ...texts])].map((row) => row.join('\t')).join('\n');

function rowsText(content: AnswerContent, objectApiName: string | undefined, lookups: AnswerLookups): string[] {
  if (content.kind === 'groups') return [tableText(content)];
  if (content.kind === 'record' || content.kind === 'comparison') return sideBySide(content, objectApiName, lookups);
  if (content.kind !== 'list' || objectApiName === undefined || content.rows.length === 0) return [];
  const view = lookups.listView(objectApiName);
  const fields = content.columns.flatMap((name) => view?.fields.find(({ apiName }) => apiName === name) ?? []);
  return [
    fields.map(({ label }) => label).join('\t'),
    ...content.rows.map((row) =>
      fields.map((field) => cellText(recordValue(row, field.apiName), field, lookups)).join('\t'),
    ),
  ];
}

/** A line for each field, with its value in each record. */
function sideBySide(
  content: ContentOf<'record'> | ContentOf<'comparison'>,
  objectApiName: string | undefined,
  lookups: AnswerLookups,
): string[] {
  const view = objectApiName === undefined ? undefined : lookups.listView(objectApiName);
  const rows = content.kind === 'record' ? [content.row] : content.rows;
  const fields = [view?.nameField ?? '', ...content.columns];
  return fields
    .flatMap((name) => view?.fields.find(({ apiName }) => apiName === name) ?? [])
    .map((field) =>
      [field.label, ...rows.map((row) => cellText(recordValue(row, field.apiName), field, lookups))].join('\t'),
    );
}
