import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { isDate, isNumeric } from './field-facts.ts';
import { added, isKind, isMeasured, type ShapeDraft } from './shape-draft.ts';
import { fieldsOf, isWord, type Token, type TokenOf } from './tokens.ts';

export const MEASURES = [
  ['avg', 'avg'],
  ['sum', 'sum'],
  ['maxOf', 'max'],
  ['minOf', 'min'],
] as const;

/** 已经到期: the day is behind us, which is a condition. */
export const isSaidDone = ({ tokens }: Pick<ShapeDraft, 'tokens'>, token: Token): boolean =>
  /^(?:已|已经|曾|曾经|未|将|即将|快要?)$/u.test(tokens.all[tokens.all.indexOf(token) - 1]?.span.text ?? '');

/** 企业有多少 counts them, and 电话是多少 asks for it. */
const isNamedByChoice = (field: FieldDefinition): boolean =>
  field.targetApiName !== undefined || valueType(field).options !== undefined;

/** 几份, 多少家: with the word by which records are counted. */
const COUNTED = /(?:几|多少)[^钱]$/u;
const EACH = /^(?:各|分别)/u;
const TOTAL = /总|一共|共有|共计|合计/u;

/** 平均融资额, 融资额合计, 融资额和估值的平均值. Where nothing is beside it, the only number that is named is meant. */
export function measureOf(draft: ShapeDraft, token: TokenOf<'word'>, fn: 'avg' | 'sum' | 'max' | 'min'): void {
  const fits =
    fn === 'max' || fn === 'min'
      ? isMeasured
      : (field: FieldDefinition) => isNumeric(field) && !(fn === 'sum' && valueType(field).share);
  const fields = draft.takeAll(token, fits);
  if (fields.length === 0) {
    const free = draft.tokens.of('field').filter((one) => draft.free(one, fits));
    const [only] = free;
    if (only && free.length === 1) fields.push(...takeAllOf(draft, only, fits));
  }
  for (const { apiName } of fields) draft.measure({ fn, field: apiName });
  // 总共有多少家 is no more than 有多少家.
  const isCounted = draft.tokens.all
    .slice(draft.tokens.all.indexOf(token))
    .some((one) => isWord(one, 'howMany', 'count'));
  token.used = fields.length > 0 || (fn === 'sum' && isCounted);
}

function takeAllOf(
  draft: ShapeDraft,
  token: TokenOf<'field'>,
  fits: (field: FieldDefinition) => boolean,
): FieldDefinition[] {
  const field = draft.free(token, fits);
  token.used = field !== undefined;
  return field ? [field] : [];
}

export function findCounts(draft: ShapeDraft): void {
  for (const token of draft.tokens.words('howMany', 'count')) {
    const before = draft.tokens.beside(token, -1);
    const after = draft.tokens.beside(token, 1, ['filler', 'is', 'per']);
    const isQuestion = isWord(token, 'howMany');
    token.used = true;
    // 平均坝高是多少 asks for the number that is said ahead of it.
    const isOfMeasure = before?.kind === 'field' || isWord(before, 'sum', 'avg', 'maxOf', 'minOf', 'most', 'least');
    if (isQuestion && draft.measures.length > 0 && !draft.group && isOfMeasure && before?.used) continue;
    const [verb] = before?.kind === 'field' && !before.used ? fieldsOf(before, isDate) : [];
    // 披露了几份 asks how many, and not when.
    if (before && verb && COUNTED.test(token.span.text) && !isSaidDone(draft, before)) {
      before.used = true;
      draft.measure({ fn: 'count' });
    } else if (isQuestion && before?.kind === 'field' && !before.used) numberOf(draft, before, token);
    else if (!isQuestion && isNumberOf(draft, token)) continue;
    else if (isQuestion && after?.kind === 'field' && !after.used) countOf(draft, after);
    else {
      if (!draft.group && draft.several && EACH.test(token.span.text)) draft.group = { by: draft.several.apiName };
      draft.measure({ fn: 'count' });
    }
  }
}

/** 床位有多少 asks for the field, 床位总共有多少 for the sum, 省份有几个 how many there are. */
function numberOf(draft: ShapeDraft, target: TokenOf<'field'>, { span: { text } }: Token): void {
  const [field] = fieldsOf(target);
  if (!field) return;
  if (isNumeric(field) && TOTAL.test(text)) draft.measure({ fn: added(field), field: field.apiName });
  else if (!isNumeric(field) && isKind(field) && (COUNTED.test(text) || isNamedByChoice(field)))
    draft.measure({ fn: 'distinct', field: field.apiName });
  else if (!isNumeric(field) && COUNTED.test(text)) target.isLost = true;
  target.used ||= draft.measures.some(({ field: name }) => name === field.apiName);
}

/** 投资次数 and 企业数量 beside a field of that meaning are no more than its name. */
function isNumberOf(draft: ShapeDraft, token: Token): boolean {
  const before = draft.tokens.all[draft.tokens.all.indexOf(token) - 1];
  return before?.kind === 'field' && /[数量]$/u.test(before.fields[0]?.label ?? '');
}

/** 有多少张床位: the number itself of one record, else of all; 有多少种类型: how many there are. */
function countOf(draft: ShapeDraft, target: TokenOf<'field'>): void {
  const [field] = fieldsOf(target);
  // Of records that are ordered it is the number of each.
  const isOfEach = draft.isOne || (draft.sort.length > 0 && !draft.group);
  if (!field || (isNumeric(field) && isOfEach)) return;
  if (isNumeric(field)) {
    target.used = true;
    draft.measure({ fn: added(field), field: field.apiName });
    draft.assumptions.push(`“${field.label}”按${added(field) === 'avg' ? '平均值' : '合计'}计算`);
  } else if (isKind(field)) {
    target.used = true;
    for (const word of draft.tokens.words('per')) word.used = word.span.text.startsWith('不同');
    draft.measure({ fn: 'distinct', field: field.apiName });
  }
}
