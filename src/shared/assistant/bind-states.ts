import type { Condition } from '#schemas/metadata/condition.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import type { Binding } from './binding.ts';
import { isDate, isNumeric, isYear } from './field-facts.ts';
import { fieldsOf, isWord, type TokenOf } from './tokens.ts';

/** 没有英文名的, 有官网的: the field is empty or not. */
export function bindOwned(binding: Binding, token: TokenOf<'word'>): void {
  const text = token.span.text;
  const isNot = isWord(token, 'not');
  const field = binding.tokens.all[binding.tokens.all.indexOf(token) + 1];
  if (field?.kind !== 'field' || field.used || (isNot && !/没|无|缺|未填/u.test(text))) return;
  const behind = binding.tokens.all[binding.tokens.all.indexOf(field) + 1];
  const [only] = fieldsOf(field);
  if (!only || (behind && !/^的?$/u.test(behind.span.text) && !isWord(behind, 'and', 'or'))) return;
  const { apiName } = only;
  const ops = valueType(only).operators;
  const condition = ((): Condition | undefined => {
    if (valueKind(only) === 'boolean') return { field: apiName, op: 'eq', value: !isNot };
    if (valueKind(only) === 'integer' && !isNot) return { field: apiName, op: 'gt', value: 0 };
    if (!ops.includes('empty')) return undefined;
    const empty: Condition = { field: apiName, op: isNot ? 'empty' : 'notEmpty' };
    return valueKind(only) === 'integer' ? { or: [empty, { field: apiName, op: 'eq', value: 0 }] } : empty;
  })();
  if (!condition) return;
  field.used = true;
  binding.add(token, [only], () => condition);
}

/** 涨幅为负. */
export function bindSign(binding: Binding, token: TokenOf<'word'>): void {
  const before = binding.tokens.beside(token, -1);
  const [field] = before?.kind === 'field' ? fieldsOf(before, isNumeric) : [];
  if (!before || !field) return;
  before.used = true;
  binding.add(token, [field], ({ apiName }) => ({
    field: apiName,
    op: isWord(token, 'negative') ? 'lt' : 'gt',
    value: 0,
  }));
}

export function bindPresence(binding: Binding, token: TokenOf<'word'>): void {
  const before = binding.tokens.beside(token, -1);
  if (before?.kind !== 'field') return;
  const op = isWord(token, 'empty') ? 'empty' : 'notEmpty';
  before.used = true;
  binding.add(token, before.fields, ({ apiName }) => ({ field: apiName, op }));
}

/** 何静姝管理的: whom or what the value beside it is to the record is said by the field that it was bound to. */
export function bindVerb(binding: Binding, token: TokenOf<'word'>): void {
  const at = binding.tokens.all.indexOf(token);
  const behind = binding.tokens.all[at + 1];
  const next = /^(?:于|在|了|过|自)$/u.test(behind?.span.text ?? '') ? binding.tokens.all[at + 2] : behind;
  const sides = [binding.tokens.all[at - 1], next];
  const bound = binding.bound.find((one) => sides.includes(one.token));
  const [field] = bound?.fields ?? [];
  if (!bound || !field) return;
  const isSaid = [...token.span.text].some((character) => field.label.includes(character));
  const isTime = isDate(field) || isYear(field);
  if (isTime && !isSaid && !/^(?:日期|时间|年份|年度|年)$/u.test(field.label)) return;
  token.used = true;
  if (!isSaid && !isTime) binding.assumptions.push(`“${bound.token.span.text}”按“${field.label}”理解`);
}
