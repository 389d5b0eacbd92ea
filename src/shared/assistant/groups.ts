import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { isDate, isNumeric } from './field-facts.ts';
import { added, foremostListed, isKind, type ShapeDraft } from './shape-draft.ts';
import { isWord, type Token, type TokenOf } from './tokens.ts';

/** 哪类, 各种. */
export const KIND = /[类种]$/u;

/** 轮次分布, and not 按轮次统计. */
const SPREAD = /分布/u;
const DIVIDED = /分|划/u;

export function findGroups(draft: ShapeDraft): void {
  for (const token of draft.tokens.words('per', 'byField')) {
    const target = draft.tokens.beside(token, 1);
    if (target?.kind === 'field' && !target.used && !draft.isOrdered(target)) draft.groupBy(token, target);
    else if (target?.kind === 'self') token.used = true;
  }
  for (const token of draft.tokens.words('which')) {
    const target = draft.tokens.beside(token, 1);
    if (target?.kind !== 'field' || target.used || draft.group) continue;
    const [field] = target.fields;
    // 投过哪些企业: each of them once, and not the deals; 哪些省份有水库 likewise.
    const isLink = field?.targetApiName !== undefined;
    const isFirst = draft.tokens.of('self').length > 0 && field !== undefined && isKind(field) && !draft.isOne;
    const isLevel =
      field !== undefined && valueType(field).options === 'tree' && draft.tokens.words('level').length > 0;
    // 是哪种类型的机构 of one record asks for its kind.
    if (draft.isOne && KIND.test(token.span.text)) token.used = true;
    if ((isLink && !draft.isOne) || isLevel || (isFirst && field.apiName !== draft.object.nameField))
      draft.groupBy(token, target);
  }
  for (const token of draft.tokens.words('which', 'per')) if (KIND.test(token.span.text)) groupByKind(draft, token);
  for (const token of draft.tokens.words('perYear', 'perQuarter', 'perMonth', 'perWeek')) groupByTime(draft, token);
  for (const token of draft.tokens.words('trend')) groupByTrend(draft, token);
  for (const token of draft.tokens.words('spread')) {
    const before = draft.tokens.beside(token, -1, ['filler', 'is', 'count', 'sum']);
    // 融资金额对比 compares amounts of something, and is not by each of them.
    const isBy =
      before?.kind === 'field' && !before.used && (DIVIDED.test(token.span.text) || !before.fields.every(isNumeric));
    if (!draft.group && isBy) draft.groupBy(token, before);
    else if (draft.group || token.span.text === '统计') token.used = true;
    if (draft.group && token.used && token.span.text === '占比') draft.group = { ...draft.group, isShare: true };
    if (draft.group && token.used && SPREAD.test(token.span.text)) draft.group = { ...draft.group, isSpread: true };
  }
  groupBelow(draft);
}

/** 人工智能下的细分: what is right below the branch that is named. */
function groupBelow(draft: ShapeDraft): void {
  const [word] = draft.tokens.words('level');
  const { branch } = draft;
  if (!word || draft.group || !branch || !word.span.text.startsWith('细分')) return;
  const named = draft.tokens.of('field').find(({ used, fields }) => !used && fields.includes(branch));
  if (named) named.used = true;
  draft.group = { by: branch.apiName, ...draft.takeLevel(branch) };
}

/** 哪类图书: the only field that says of what kind a record is. */
function groupByKind(draft: ShapeDraft, token: Token): void {
  const kinds = draft.object.fields.filter((field) => isKind(field) && /类|种|题材/u.test(field.label));
  const field = kinds.length > 1 ? foremostListed(draft.object, kinds)[0] : kinds[0];
  if (draft.group || !field || draft.tokens.beside(token, 1)?.kind !== 'self') return;
  token.used = true;
  draft.group = { by: field.apiName };
}

/** The first day of the list, else of the record. */
function dayOf({ object }: ShapeDraft): FieldDefinition | undefined {
  const dates = object.fields.filter((field) => isDate(field) && field.config?.askByName !== true);
  return foremostListed(object, dates)[0] ?? dates[0];
}

/** 每年上市的: by the day that is named, else by the first day of the list. */
function groupByTime(draft: ShapeDraft, token: TokenOf<'word'>): void {
  const field = draft.take(token, isDate, [1, -1]) ?? dayOf(draft);
  if (draft.group || !field) return;
  token.used = true;
  draft.group = { by: field.apiName, unit: UNITS.find(([word]) => isWord(token, word))?.[1] ?? 'year' };
}

const UNITS = [
  ['perYear', 'year'],
  ['perQuarter', 'quarter'],
  ['perMonth', 'month'],
  ['perWeek', 'week'],
] as const;

/** Days in which a trend is drawn by months, and by quarters; by years beyond. */
const BY_MONTHS = 370;
const BY_QUARTERS = 740;
const UNIT_WORDS = { month: '每月', quarter: '每季度', year: '每年' } as const;

/** 近三年融资金额趋势: how a number goes on from period to period, each as long as shows something of the time asked for. */
function groupByTrend(draft: ShapeDraft, token: TokenOf<'word'>): void {
  const field = draft.period?.field ?? dayOf(draft);
  if (draft.group || !field) {
    token.used = draft.group !== undefined && draft.group.unit !== undefined;
    return;
  }
  token.used = true;
  const { days = Infinity } = draft.period ?? {};
  const unit = days > BY_QUARTERS ? 'year' : days > BY_MONTHS ? 'quarter' : 'month';
  draft.group = { by: field.apiName, unit };
  draft.assumptions.push(`“${token.span.text}”按“${field.label}”${UNIT_WORDS[unit]}统计`);
}

/** 哪个城市的企业最多: groups by the field that is asked for. */
export function whichGroup(draft: ShapeDraft, after = -1): boolean {
  for (const token of draft.tokens.words('which', 'when')) {
    const target = draft.tokens.beside(token, 1);
    if (target?.kind === 'field' && !target.used) {
      draft.groupBy(token, target);
      return true;
    }
  }
  const [target] = draft.tokens.of('field').filter((token) => token.span.from > after && draft.free(token, isKind));
  if (target) draft.groupBy(target, target);
  return target !== undefined;
}

/** 融资额最高的前五个行业: what the superlative is said of ends the question, and is a choice that records share. */
function headBehind(draft: ShapeDraft, superlative: Token): Token | undefined {
  const behind = draft.tokens.beside(superlative, 1);
  const head = behind?.kind === 'top' ? draft.tokens.beside(behind, 1) : behind;
  const field = draft.free(head, isKind);
  const isEnd = head !== undefined && draft.tokens.beside(head, 1, ['filler', 'is', 'which']) === undefined;
  return field && isEnd && valueType(field).options !== undefined ? head : undefined;
}

/** 哪家承销商发行规模最大: whose numbers are compared, where no record is asked for. */
export function isOfGroups(draft: ShapeDraft, field: FieldDefinition, superlative: Token): boolean {
  if (draft.group || !isNumeric(field)) return draft.group !== undefined;
  const ofRecord = draft.tokens.of('self').length > 0;
  const asked = (ofRecord ? [] : draft.tokens.words('which')).find((token) => {
    const target = draft.tokens.beside(token, 1);
    const named = draft.free(target, isKind);
    return named !== undefined && named.apiName !== draft.object.nameField;
  });
  const target = asked ? draft.tokens.beside(asked, 1) : headBehind(draft, superlative);
  if (target?.kind !== 'field') return false;
  draft.groupBy(asked ?? target, target);
  draft.assumptions.push(`“${field.label}”按${added(field) === 'avg' ? '平均值' : '合计'}计算`);
  return true;
}
