import type { FieldDefinition } from '#schemas/metadata/field.ts';
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
    if ((isLink && !draft.isOne) || (isFirst && field.apiName !== draft.object.nameField)) draft.groupBy(token, target);
  }
  for (const token of draft.tokens.words('which', 'per')) if (KIND.test(token.span.text)) groupByKind(draft, token);
  for (const token of draft.tokens.words('perYear', 'perMonth')) groupByTime(draft, token);
  for (const token of draft.tokens.words('spread')) {
    const before = draft.tokens.beside(token, -1, ['filler', 'is', 'count', 'sum']);
    if (!draft.group && before?.kind === 'field' && !before.used) draft.groupBy(token, before);
    else if (draft.group || token.span.text === '统计') token.used = true;
    if (draft.group && token.used && SPREAD.test(token.span.text)) draft.group = { ...draft.group, isSpread: true };
  }
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

/** 哪家承销商发行规模最大: whose numbers are compared, where no record is asked for. */
export function isOfGroups(draft: ShapeDraft, field: FieldDefinition): boolean {
  if (draft.group || draft.tokens.of('self').length > 0 || !isNumeric(field)) return draft.group !== undefined;
  const asked = draft.tokens.words('which').find((token) => {
    const target = draft.tokens.beside(token, 1);
    const named = draft.free(target, isKind);
    return named !== undefined && named.apiName !== draft.object.nameField;
  });
  const target = asked && draft.tokens.beside(asked, 1);
  if (!asked || target?.kind !== 'field') return false;
  draft.groupBy(asked, target);
  draft.assumptions.push(`“${field.label}”按${added(field) === 'avg' ? '平均值' : '合计'}计算`);
  return true;
}
