import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import type { Binding } from './binding.ts';
import { foremost } from './field-facts.ts';
import { holds } from './comparisons.ts';
import { type Candidate, isWord, type Token, type TokenOf } from './tokens.ts';

export function bindValue(binding: Binding, token: TokenOf<'value'>): void {
  const { candidates } = token;
  if (isPartOfText(binding, token))
    return bindLiteral(binding, { ...token, kind: 'literal', text: token.span.text }, token);
  const of = (field: FieldDefinition) => candidates.find((one) => one.field === field);
  const named =
    binding.named(token, (field) => of(field) !== undefined) ??
    sharedFields(binding, token, (field) => of(field) !== undefined);
  const fields = named ?? impliedFields(binding, candidates);
  if (!named && fields.length > 1 && !isOneRole(candidates)) {
    binding.doubts.push({ token, fields });
    token.used = true;
    return;
  }
  // 带江景的: having a value is holding it.
  const holding = binding.tokens.beside(token, -1, []);
  if (isWord(holding, 'contains')) holding.used = true;
  const [only] = fields;
  const ordered = fields.length === 1 && only ? fromOn(binding, token, only, of(only)?.values ?? []) : undefined;
  const valuesOf = (field: FieldDefinition) => ordered ?? of(field)?.values ?? [];
  binding.add(
    token,
    fields,
    (field) => holds(field, valuesOf(field)),
    fields.length === 1 && only ? valuesOf(only) : undefined,
  );
  const last = binding.bound.at(-1);
  if (named && last?.token === token) binding.bound[binding.bound.length - 1] = { ...last, isNamed: true };
}

/** A轮以上: the options from this one on, in their order; undefined where nothing says so. */
function fromOn(
  binding: Binding,
  token: TokenOf<'value'>,
  field: FieldDefinition,
  values: readonly unknown[],
): string[] | undefined {
  const behind = binding.tokens.beside(token, 1, []);
  const options = field.selectOptions ?? [];
  const places = values.map((value) => options.findIndex((option) => option.value === value));
  if (
    !isWord(behind, 'orMore', 'orLess') ||
    behind.used ||
    valueType(field).options === 'tree' ||
    places.some((at) => at < 0)
  )
    return undefined;
  behind.used = true;
  const kept = isWord(behind, 'orMore')
    ? options.slice(Math.min(...places))
    : options.slice(0, Math.max(...places) + 1);
  const label = options.find(({ value }) => value === values[0])?.label ?? token.span.text;
  binding.assumptions.push(`“${label}${behind.span.text}”含${label}，按选项的顺序`);
  return kept.map(({ value }) => value);
}

/** 退出方式包括IPO和并购: what 和 joins to a value is of the same field. */
function sharedFields(
  binding: Binding,
  token: Token,
  fits: (field: FieldDefinition) => boolean,
): readonly FieldDefinition[] | undefined {
  const join = binding.tokens.beside(token, -1);
  const before = isWord(join, 'and', 'or') ? binding.tokens.beside(join, -1) : join;
  const bound = before?.kind === 'value' ? binding.bound.find((one) => one.token === before) : undefined;
  const fields = bound?.fields.filter(fits) ?? [];
  return bound?.isNamed && fields.length > 0 ? fields : undefined;
}

/** A name is the record itself before it is a link; else the field that comes first by rank. */
function impliedFields(binding: Binding, candidates: readonly Candidate[]): readonly FieldDefinition[] {
  const own = candidates.find(({ field }) => field.apiName === binding.object.nameField);
  return own ? [own.field] : foremost(candidates.map(({ field }) => field));
}

/** 名称以北京开头的. */
function isPartOfText(binding: Binding, token: Token): boolean {
  const beside = [
    binding.tokens.beside(token, -1, ['filler', 'is', 'not']),
    binding.tokens.beside(token, 1, ['filler']),
  ];
  return beside.some((one) => isWord(one, 'startsWith', 'endsWith'));
}

export function bindLiteral(binding: Binding, given: TokenOf<'literal'>, token: Token = given): void {
  const { text } = given;
  const isText = (field: FieldDefinition) => valueKind(field) === 'text' || valueKind(field) === 'texts';
  const name = binding.object.fields.find(({ apiName }) => apiName === binding.object.nameField);
  const fields = binding.named(token, isText) ?? (name ? [name] : []);
  const beside = [
    binding.tokens.beside(token, -1, ['filler', 'is', 'not']),
    binding.tokens.beside(token, 1, ['filler', 'is']),
  ];
  const op = (['startsWith', 'endsWith', 'contains'] as const).find((kind) => beside.some((one) => isWord(one, kind)));
  for (const one of beside) if (op && isWord(one, op)) one.used = true;
  binding.add(token, fields, ({ apiName }) => ({ field: apiName, op: op ?? 'contains', value: text }));
}

/** One record in several links of the same kind: 投资方 is who led and who followed. */
const isOneRole = (candidates: readonly Candidate[]): boolean =>
  new Set(candidates.map(({ field, values }) => `${field.targetApiName} ${String(values)}`)).size === 1 &&
  candidates[0]?.field.targetApiName !== undefined;
