import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isChange, isDate, isNumeric } from './field-facts.ts';
import { isOfGroups, whichGroup } from './groups.ts';
import type { PlanOrder } from './plan.ts';
import { COUNTERS } from './phrases.ts';
import { foremostListed, isKind, isMeasured, type ShapeDraft } from './shape-draft.ts';
import { isWord, type Token, type TokenOf } from './tokens.ts';

/** What superlatives without a field are said of. */
const MEANT: readonly (readonly [RegExp, (field: FieldDefinition) => boolean])[] = [
  [/新|早|晚|旧|近/u, isDate],
  [/贵|便宜/u, (field) => isNumeric(field) && /价|费|租金|票价/u.test(field.label)],
  [/年轻|老$/u, (field) => isMeasured(field) && /年龄|岁|出生/u.test(field.label)],
  [/长|短/u, (field) => isNumeric(field) && /长|时间|时长|期限/u.test(field.label)],
  [/重|轻/u, (field) => isNumeric(field) && /重/u.test(field.label)],
];

/** 按融资额降序. */
export function findOrders(draft: ShapeDraft): void {
  for (const token of draft.tokens.words('descending', 'ascending', 'ordered')) {
    const field = draft.take(token, () => true, [-1, 1]);
    const order = isWord(token, 'ascending') ? 'asc' : 'desc';
    if (field) draft.orderBy(field, order);
    else if (draft.measures.length > 0) draft.sort.push({ measure: 0, order });
    else if (draft.sort.length > 0 && isWord(token, 'descending', 'ascending'))
      draft.sort[draft.sort.length - 1] = { ...(draft.sort.at(-1) as PlanOrder), order };
    else if (draft.sort.length === 0) continue;
    token.used = true;
    const before = field && draft.tokens.words('byField');
    for (const word of before ?? []) word.used = true;
  }
}

/** 融资额最高的企业, 企业最多的城市. */
export function findSuperlatives(draft: ShapeDraft): void {
  for (const token of [...draft.tokens.words('most', 'least'), ...mostOfAll(draft)]) {
    const order = isWord(token, 'most', 'more') ? ('desc' as const) : ('asc' as const);
    const field = draft.take(token, isMeasured, [-1, 1]) ?? meantField(draft, token);
    const change = field ? undefined : changedField(draft, token);
    token.used = true;
    if (field) {
      const asksNumber = !isOfGroups(draft, field, token) && isNumberAsked(draft, token);
      if (asksNumber) draft.measure({ fn: order === 'desc' ? 'max' : 'min', field: field.apiName });
      else draft.orderBy(field, order);
    } else if (change) draft.orderBy(change.field, change.isFall === (order === 'desc') ? 'asc' : 'desc');
    else if (draft.measures.length > 0) {
      if (!draft.group) whichGroup(draft);
      draft.sort.push({ measure: 0, order });
    } else if (draft.group ?? whichGroup(draft)) draft.sort.push({ measure: draft.measure({ fn: 'count' }), order });
    else token.used = false;
    if (token.used && draft.sort.length > 0) draft.limit ??= 1;
  }
}

/** 哪个行业的企业多: at the end of a question that asks which, more is most. */
function mostOfAll({ tokens }: ShapeDraft): Token[] {
  const last: Token | undefined = tokens.all
    .filter((token) => token.kind !== 'word' || !token.words.some((word) => word === 'filler' || word === 'is'))
    .at(-1);
  const isAsked = tokens.all.some((token) => isWord(token, 'which'));
  return isAsked ? tokens.words('more', 'fewer').filter((token) => token === last) : [];
}

/** 同比增长最快, 跌幅最大. */
function changedField(
  draft: ShapeDraft,
  token: Token,
): { readonly field: FieldDefinition; readonly isFall: boolean } | undefined {
  const word = draft.tokens.beside(token, -1);
  if (!isWord(word, 'rise', 'fall') || word.used) return undefined;
  const all = draft.object.fields.filter(isChange);
  const named = draft.take(word, isChange, [-1]);
  const field = named ?? (all.length === 1 ? all[0] : undefined);
  if (!field) return undefined;
  if (!named) draft.assumptions.push(`“${word.span.text}”按“${field.label}”理解`);
  word.used = true;
  return { field, isFall: isWord(word, 'fall') };
}

/** 最新的 and 最早的 are said of days, 最贵的 of a price. */
function meantField(draft: ShapeDraft, { span: { text } }: Token): FieldDefinition | undefined {
  const fits = MEANT.find(([pattern]) => pattern.test(text))?.[1];
  const fields = fits === undefined ? [] : draft.object.fields.filter(fits);
  const [only] = fields.length === 1 ? fields : foremostListed(draft.object, fields);
  if (only) draft.assumptions.push(`“${text}”按“${only.label}”理解`);
  return only;
}

/** 最高的融资额是多少: the number, and not whose it is. */
function isNumberAsked(draft: ShapeDraft, token: Token): boolean {
  const beside = draft.tokens.beside(token, 1);
  const asking = beside?.kind === 'field' ? draft.tokens.beside(beside, 1) : beside;
  if (!isWord(asking, 'howMany')) return false;
  asking.used = true;
  return true;
}

/** 前十, 最高的5家; a number of groups' records that is a bound, 超过5家的城市, is what the groups must keep. */
export function findLimits(draft: ShapeDraft): number | undefined {
  for (const token of draft.tokens.of('top').filter(({ used }) => !used)) {
    rankBy(draft, token);
    if (token.isOrdinal || (draft.sort.length === 0 && !firstGroups(draft, token))) continue;
    token.used = true;
    draft.limit = token.count;
  }
  for (const token of draft.tokens.of('amount').filter(({ used }) => !used)) {
    const { unit = '', num, lo, hi, loIncluded, hiIncluded } = token.amount.amount;
    if (unit !== '' && !COUNTERS.has(unit)) continue;
    if (num !== undefined && lo === undefined && hi === undefined && draft.sort.length > 0) {
      token.used = true;
      draft.limit = Number(num);
    } else if (isMoney(token) && boundMeasure(draft, token) === undefined) continue;
    else if ((lo === undefined) !== (hi === undefined) && (draft.group ?? whichGroup(draft, token.span.from))) {
      token.used = true;
      const op = lo === undefined ? (hiIncluded ? 'lte' : 'lt') : loIncluded ? 'gte' : 'gt';
      const measure = boundMeasure(draft, token) ?? draft.measure({ fn: 'count' });
      draft.having = { measure, op, value: lo ?? hi ?? '0' };
    }
  }
  return draft.limit;
}

/** 超过1亿美元 is no number of records, unless a number of groups is ahead of it. */
const isMoney = ({ span: { text }, amount }: TokenOf<'amount'>): boolean =>
  /元|块|美金|刀|币/u.test(text) || ((amount.amount.unit ?? '') === '' && /[亿万]/u.test(text));

/** 前五个行业 without an order: those with the most records. */
function firstGroups(draft: ShapeDraft, token: Token): boolean {
  const target = draft.tokens.beside(token, 1);
  const isOfRecords = target !== undefined && draft.tokens.beside(target, 1)?.kind === 'self';
  if (!draft.group && target?.kind === 'field' && draft.free(target, isKind) && !isOfRecords)
    draft.groupBy(token, target);
  if (!draft.group) return false;
  draft.sort.push({ measure: draft.measure({ fn: 'count' }), order: 'desc' });
  draft.assumptions.push(`“${token.span.text}”按数量从多到少`);
  return true;
}

/** 坝高前三: the first are those with the greatest value, where nothing says another order. */
function rankBy(draft: ShapeDraft, token: Token): void {
  if (draft.sort.length > 0) return;
  const field = draft.take(token, isMeasured, [-1, 1]);
  if (field) draft.orderBy(field, 'desc');
  else if (draft.measures.length > 0) draft.sort.push({ measure: 0, order: 'desc' });
}

/** 平均坝高超过100米的省份: the bound is of the measure that it follows. */
function boundMeasure(draft: ShapeDraft, token: Token): number | undefined {
  const before = draft.tokens.beside(token, -1);
  const field = before?.kind === 'field' ? before.fields[0] : undefined;
  const at = draft.measures.findIndex((one) => one.field === field?.apiName && one.field !== undefined);
  return at < 0 ? undefined : at;
}
