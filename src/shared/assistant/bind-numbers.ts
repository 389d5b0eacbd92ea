import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import type { AmountReading } from './amount.ts';
import { type Binding, SYSTEM_DATES } from './binding.ts';
import { foremost, isChange, isDate, isNumeric, isYear, rankOf, unitOf, UNRANKED } from './field-facts.ts';
import { lies, within } from './comparisons.ts';
import { bareUnit } from './given-units.ts';
import { COUNTERS } from './phrases.ts';
import { fieldsOf, isWord, type Token, type TokenOf } from './tokens.ts';

const isWholeYears = ({ start, end }: { readonly start?: string; readonly end?: string }): boolean =>
  (start ?? '-01-01').endsWith('-01-01') && (end ?? '-12-31').endsWith('-12-31');

/** The day on which what a record is about began. */
const isBeginning = ({ label }: FieldDefinition): boolean =>
  /成立|创立|创办|出生|注册|设立|建成|竣工|开业|登记/u.test(label);

/** 近一年投资次数最多的机构 asks for the number of that year, and not for institutions that began in it. */
function isOfNumber({ tokens }: Binding, token: Token): boolean {
  const ahead = tokens.beside(token, 1, ['filler', 'is', 'avg', 'sum']);
  return ahead?.kind === 'field' && ahead.fields.some((field) => isNumeric(field) && !isDate(field));
}

export function bindTime(binding: Binding, token: TokenOf<'time'>): void {
  const { amount } = token;
  const before = binding.tokens.beside(token, -1);
  const isNumber = before?.kind === 'field' && before.fields.every((field) => isNumeric(field) && !isDate(field));
  if (amount && isNumber) return bindNumber(binding, token, amount);
  const named = binding.named(token, (field) => isDate(field) || isYear(field));
  const dates = binding.object.fields.filter((field) => isDate(field) && !SYSTEM_DATES.has(field.apiName));
  const listed = binding.object.listed.flatMap((apiName) => dates.find((field) => field.apiName === apiName) ?? []);
  const years = binding.object.fields.filter(isYear);
  const ranked = dates.some((field) => rankOf(field) < UNRANKED) ? foremost(dates) : [];
  const days = named?.filter(isDate) ?? [];
  // A year that a record has as a number says nothing of days within it.
  const fitting = isWholeYears(token.time.period) || days.length === 0 ? named : days;
  const usual = ranked[0] ?? listed[0] ?? dates[0] ?? years[0];
  const meant = usual && isBeginning(usual) && isOfNumber(binding, token) ? years[0] : usual;
  const fields = fitting ?? (meant ? [meant] : []);
  binding.add(token, fields, (field) => within(field, token.time));
  const { start, end } = token.time.period;
  if (token.used && token.time.isAssumed && !token.time.impossible)
    binding.assumptions.push(`“${token.span.text}”按 ${start ?? '最早'} 至 ${end ?? '最新'} 计算`);
}

/** A number alone behind a superlative or ahead of the noun of what is asked about. */
function isHowMany({ tokens }: Binding, token: Token, { amount: { lo, hi } }: AmountReading): boolean {
  const isExact = lo === undefined && hi === undefined;
  return isExact && (isWord(tokens.beside(token, -1), 'most', 'least') || tokens.beside(token, 1)?.kind === 'self');
}

/** 票房过10亿: the word of the past is a bound where it is ahead of a number. */
function aboveWhere(binding: Binding, token: Token, reading: AmountReading): AmountReading {
  const { num, lo, hi } = reading.amount;
  const before = binding.tokens.all[binding.tokens.all.indexOf(token) - 1];
  if (before?.span.text !== '过' || num === undefined || lo !== undefined || hi !== undefined) return reading;
  const { num: _, ...rest } = reading.amount;
  return { ...reading, amount: { ...rest, lo: num, loIncluded: false } };
}

export function bindNumber(binding: Binding, token: Token, given: AmountReading): void {
  const reading = aboveWhere(binding, token, given);
  const { unit } = reading.amount;
  const { text } = token.span;
  const fitting = binding.object.fields.filter(isNumeric);
  const named = binding.named(token, isNumeric);
  if (!named && unit !== undefined && COUNTERS.has(unit) && !fitting.some((field) => bareUnit(unitOf(field)) === unit))
    return;
  // 最高的10家企业 says how many of them, whatever else is counted in 家.
  if (!named && unit !== undefined && COUNTERS.has(unit) && isHowMany(binding, token, reading)) return;
  const isMoney = /元|块|美金|刀|币/u.test(text);
  const fields = named ?? foremost(fitting.filter((field) => fitsUnit(field, reading, isMoney, text)));
  if (fields.length > 1) {
    binding.doubts.push({ token, fields });
    token.used = true;
    return;
  }
  if (named && fields.some((field) => isOtherUnit(unitOf(field), unit))) return;
  if (reading.amount.isAbout && fields.length > 0) binding.assumptions.push(`“${text}”按上下浮动一成计算`);
  binding.add(token, fields, (field) => lies(field, reading, text));
  if (named) for (const field of joinedTo(binding, token)) also(binding, token, field, lies(field, reading, text));
}

/** 营收和利润都大于1亿: the fields ahead of the one that the number is beside of. */
function joinedTo(binding: Binding, token: Token): FieldDefinition[] {
  const found: FieldDefinition[] = [];
  let field: Token | undefined = binding.tokens.beside(token, -1, ['filler', 'is', 'not']);
  while (field) {
    const join = binding.tokens.beside(field, -1, ['filler']);
    const another: Token | undefined = isWord(join, 'and') ? binding.tokens.beside(join, -1) : undefined;
    const [one] = another?.kind === 'field' && !another.used ? fieldsOf(another, isNumeric) : [];
    if (!another || !one) break;
    another.used = true;
    found.push(one);
    field = another;
  }
  return found;
}

function also(binding: Binding, token: Token, field: FieldDefinition, condition: Condition | undefined): void {
  if (condition) binding.bound.push({ token, fields: [field], condition, negated: false });
}

/** 同比增长的, 跌了5%以上的. The first of an order is left to the shape of the question. */
export function bindChange(binding: Binding, token: TokenOf<'word'>): void {
  const behind = binding.tokens.beside(token, 1);
  if (isWord(behind, 'most', 'least')) return;
  const before = binding.tokens.beside(token, -1);
  const [named] = before?.kind === 'field' && !before.used ? fieldsOf(before, isChange) : [];
  const all = binding.object.fields.filter(isChange);
  const field = named ?? (all.length === 1 ? all[0] : undefined);
  if (!field) return;
  const isFall = isWord(token, 'fall');
  const amount = behind?.kind === 'amount' && !behind.used ? behind.amount : undefined;
  if (amount && behind) {
    const { text } = behind.span;
    const condition = lies(field, isFall ? { ...amount, amount: mirrored(amount.amount) } : amount, text);
    if (!condition) return;
    behind.used = true;
    binding.add(token, [field], () => condition);
  } else binding.add(token, [field], ({ apiName }) => ({ field: apiName, op: isFall ? 'lt' : 'gt', value: 0 }));
  if (before && named) before.used = true;
  else binding.assumptions.push(`“${token.span.text}”按“${field.label}”理解`);
}

/** 排名前十 of an object whose records have a place. */
export function bindPlace(binding: Binding, token: TokenOf<'top'>): void {
  const places = binding.object.fields.filter((field) => isNumeric(field) && PLACE.test(field.label));
  const named = binding.named(token, (field) => places.includes(field));
  const isPlaced = named ?? (/排名/u.test(token.span.text) && places.length === 1 ? places : undefined);
  const [field] = isPlaced ?? [];
  if (field)
    binding.add(token, [field], ({ apiName }) =>
      token.isOrdinal
        ? { field: apiName, op: 'eq', value: token.count }
        : { field: apiName, op: 'lte', value: token.count },
    );
}

/** What has fallen by more than 5 is below -5. */
function mirrored({ lo, hi, num, loIncluded, hiIncluded, ...rest }: AmountReading['amount']): AmountReading['amount'] {
  const minus = (text: string) => exactText(new Exact(text).mul(-1));
  return {
    ...rest,
    ...(hi !== undefined && { lo: minus(hi) }),
    ...(lo !== undefined && { hi: minus(lo) }),
    ...(num !== undefined && { num: minus(num) }),
    loIncluded: hiIncluded,
    hiIncluded: loIncluded,
  };
}

/** Labels of fields that say the place of a record among others. */
const PLACE = /^(?:排名|名次|排行|位次|序号|名次排名)$/u;

/** Kinds of measures: a number of one is none of another. */
const MEASURED = [/公里|千米|米|里$/u, /吨|公斤|千克|克|斤/u, /小时|分钟|秒|天|年|月|周/u, /元|块/u, /%|点$/u];
const kindOf = (unit: string): number => MEASURED.findIndex((family) => family.test(unit));
const isOtherUnit = (own: string, said: string | undefined): boolean =>
  said !== undefined && own !== '' && kindOf(own) !== kindOf(said) && !(kindOf(own) < 0 && COUNTERS.has(said));

/** May a number with this unit, or without any, be of a field that the question does not name? */
function fitsUnit(field: FieldDefinition, { amount }: AmountReading, isMoney: boolean, text: string): boolean {
  const own = unitOf(field);
  if (amount.isPercent) return own === '%' || valueType(field).share === true;
  if (amount.unit !== undefined) return own === amount.unit || bareUnit(own) === amount.unit;
  const isAmount = valueKind(field) === 'money' || /元|[万亿]$/u.test(own);
  return isMoney || /[万亿]/u.test(text) ? isAmount : false;
}
