import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { isDate, isNumeric } from './field-facts.ts';
import { added, foremostListed, isKind, type ShapeDraft } from './shape-draft.ts';
import { isWord, type Token, type TokenOf } from './tokens.ts';

/** 哪类, 各种. */
export const KIND = /[类种]$/u;

/** 轮次分布, and not 按轮次统计. */
const SPREAD = /分布/u;

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
  for (const token of draft.tokens.words('perYear', 'perMonth')) groupByTime(draft, token);
  for (const token of draft.tokens.words('spread')) {
    const before = draft.tokens.beside(token, -1, ['filler', 'is', 'count', 'sum']);
    if (!draft.group && before?.kind === 'field' && !before.used) draft.groupBy(token, before);
    else if (draft.group || token.span.text === '统计') token.used = true;
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

/** 每年上市的: by the day that is named, else by the first day of the list. */
function groupByTime(draft: ShapeDraft, token: TokenOf<'word'>): void {
  const dates = draft.object.fields.filter((field) => isDate(field) && field.config?.askByName !== true);
  const field = draft.take(token, isDate, [1, -1]) ?? foremostListed(draft.object, dates)[0] ?? dates[0];
  if (draft.group || !field) return;
  token.used = true;
  draft.group = { by: field.apiName, unit: isWord(token, 'perYear') ? 'year' : 'month' };
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
