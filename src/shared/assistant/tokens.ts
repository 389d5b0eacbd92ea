import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { foremost } from './field-facts.ts';
import type { AmountReading } from './amount.ts';
import type { WordKind } from './phrases.ts';
import type { Span, SpanMeaning } from './meanings.ts';
import type { TimeReading } from './time.ts';
import type { TreeLevel } from './tree-levels.ts';
import type { AskableObject } from './vocabulary.ts';

/** A field that a value may belong to, with the values as a condition has them. */
export interface Candidate {
  readonly field: FieldDefinition;
  readonly values: readonly unknown[];
  /** How the value is called, for the plan in words. */
  readonly label: string;
}

/** A part of the question as it reads when one object is asked about. What nothing else is left of has been used. */
export type Token = { readonly span: Span; used: boolean } & (
  | { readonly kind: 'word'; readonly words: readonly WordKind[] }
  | {
      readonly kind: 'field';
      readonly fields: readonly FieldDefinition[];
      readonly isNear?: true;
      isLost?: boolean;
      /** A level of the fields, which are trees, is what is said: 城市. */
      readonly level?: TreeLevel;
    }
  | { readonly kind: 'value'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'time'; readonly time: TimeReading; readonly amount: AmountReading | undefined }
  | { readonly kind: 'amount'; readonly amount: AmountReading }
  | { readonly kind: 'top'; readonly count: number; readonly isOrdinal: boolean }
  | { readonly kind: 'self'; readonly isNear?: true }
  | { readonly kind: 'foreign' }
);

/** The fields of a part that fit a use. A part that is only nearly a label is one field, or none. */
export function fieldsOf(
  { fields, isNear }: Pick<TokenOf<'field'>, 'fields' | 'isNear'>,
  fits: (field: FieldDefinition) => boolean = () => true,
): readonly FieldDefinition[] {
  const found = fields.filter(fits);
  return isNear && found.length > 1 ? [] : found;
}

export type TokenOf<Kind extends Token['kind']> = Extract<Token, { kind: Kind }>;

/** Fields of the object whose values name records of another one. */
const linksTo = (object: AskableObject, target: string): FieldDefinition[] =>
  object.fields.filter((field) => field.targetApiName === target);

function candidateOf(object: AskableObject, meaning: SpanMeaning): Candidate[] {
  const find = (apiName: string) => object.fields.find((field) => field.apiName === apiName);
  if (meaning.kind === 'option' && meaning.object === object.apiName) {
    const field = find(meaning.field);
    const label = field?.selectOptions?.find(({ value }) => value === meaning.values[0])?.label ?? '';
    return field ? [{ field, values: meaning.values, label }] : [];
  }
  if (meaning.kind === 'flag' && meaning.object === object.apiName) {
    const field = find(meaning.field);
    return field ? [{ field, values: [meaning.value], label: meaning.value ? '是' : '否' }] : [];
  }
  if (meaning.kind !== 'value') return [];
  const { known } = meaning;
  if (known.object === object.apiName) {
    const field = find(known.field);
    return field ? [{ field, values: [known.value], label: known.value }] : [];
  }
  const { id } = known;
  return id === undefined
    ? []
    : linksTo(object, known.object).map((field) => ({ field, values: [id], label: known.value }));
}

/** One value that two meanings give to the same field is all their values. */
function merged(candidates: readonly Candidate[]): Candidate[] {
  const byField = Map.groupBy(candidates, ({ field }) => field);
  return Array.from(byField, ([field, same]) => ({
    field,
    values: [...new Set(same.flatMap(({ values }) => values))],
    label: same[0]?.label ?? '',
  }));
}

const saysName = (meaning: SpanMeaning): boolean =>
  meaning.kind === 'literal' || (meaning.kind === 'value' && meaning.known.id !== undefined);

/** The tree that a level is of; which of several that come first is meant, the question has to say. */
function leveled(object: AskableObject, names: readonly string[]) {
  const all = object.fields.filter(({ apiName }) => names.includes(apiName));
  const first = foremost(all);
  const fields = first.length > 0 ? first : all;
  return { fields, ...(fields.length > 1 && { isNear: true as const }) };
}

/** What a part of the question is where `object` is asked about. */
function tokenOf(span: Span, object: AskableObject, isOfRecord: boolean): Token {
  const base = { span, used: false };
  const { meanings } = span;
  const literal = meanings.find(({ kind }) => kind === 'literal');
  // The noun of what is asked about is that first: 水库 is no short form of 水库名称 there.
  const isNoun = meanings.some((one) => one.kind === 'object' && one.object === object.apiName);
  const isOption = meanings.some((one) => one.kind === 'option' && one.object === object.apiName);
  if (isNoun && !isOption) return { ...base, kind: 'self' };
  const candidates = merged(meanings.flatMap((meaning) => candidateOf(object, meaning)));
  const isField = meanings.some((one) => one.kind === 'field' && one.object === object.apiName);
  if (candidates.length > 0 && !(isField && isOfRecord)) return { ...base, kind: 'value', candidates };
  if (literal?.kind === 'literal') return { ...base, kind: 'literal', text: literal.text };
  const names = meanings.flatMap((one) => (one.kind === 'field' && one.object === object.apiName ? [one.field] : []));
  if (names.length > 0)
    return { ...base, kind: 'field', fields: object.fields.filter(({ apiName }) => names.includes(apiName)) };
  const levels = meanings.flatMap((one) => (one.kind === 'level' && one.object === object.apiName ? [one] : []));
  const [level] = levels;
  if (level)
    return {
      ...base,
      kind: 'field',
      ...leveled(
        object,
        levels.map(({ field }) => field),
      ),
      level: level.level,
    };
  const links = meanings.flatMap((one) => (one.kind === 'object' ? linksTo(object, one.object) : []));
  // What is closed is named, and is never taken for something else that is called so.
  if (links.length === 0 && meanings.some((one) => one.kind === 'closed' && one.object === object.apiName))
    return { ...base, kind: 'foreign' };
  const time = meanings.find((one) => one.kind === 'time');
  const amount = meanings.find((one) => one.kind === 'amount');
  const top = meanings.find((one) => one.kind === 'top');
  if (top?.kind === 'top') return { ...base, kind: 'top', count: top.count, isOrdinal: top.isOrdinal };
  if (time?.kind === 'time')
    return { ...base, kind: 'time', time: time.time, amount: amount?.kind === 'amount' ? amount.amount : undefined };
  if (amount?.kind === 'amount') return { ...base, kind: 'amount', amount: amount.amount };
  if (meanings.some((one) => one.kind === 'near' && one.object === object.apiName && one.fields.length === 0))
    return { ...base, kind: 'self', isNear: true };
  const near = meanings.flatMap((one) => (one.kind === 'near' && one.object === object.apiName ? one.fields : []));
  if (near.length > 0)
    return {
      ...base,
      kind: 'field',
      fields: object.fields.filter(({ apiName }) => near.includes(apiName)),
      isNear: true,
    };
  // 机构 may be who led and who followed: which of them, the question has to say.
  if (links.length > 0) return { ...base, kind: 'field', fields: links, ...(links.length > 1 && { isNear: true }) };
  const words = meanings.flatMap((one) => (one.kind === 'word' ? [one.word] : []));
  return words.length > 0 ? { ...base, kind: 'word', words } : { ...base, kind: 'foreign' };
}

/** 票房 behind 首日票房 is that again, where it may be one of several. */
const asSaid = (tokens: readonly Token[]): Token[] =>
  tokens.map((token, at) => {
    if (token.kind !== 'field' || !token.isNear || token.fields.length < 2) return token;
    const said = tokens
      .slice(0, at)
      .flatMap((one) => (one.kind === 'field' && one.fields.length === 1 && !one.isNear ? one.fields : []));
    const [same, another] = new Set(token.fields.filter((field) => said.includes(field)));
    return same && !another ? { ...token, fields: [same] } : token;
  });

const isOneOf = (span: Span | undefined, ...words: readonly WordKind[]): boolean =>
  span?.meanings.some((one) => one.kind === 'word' && words.includes(one.word)) === true;

/**
 * 上游环节 of a record or of all records, 每个上游环节 and 上游环节为空 are the field; else it is the records that are upstream.
 */
function isAskedOf(spans: readonly Span[], at: number, { apiName }: AskableObject): boolean {
  const isNamed = spans.slice(0, at).some(({ meanings }) => meanings.some(saysName));
  const [before, ahead] = [spans[at - 1], spans[at - 2]];
  const isOfObject =
    before?.text === '的' && ahead?.meanings.some((one) => one.kind === 'object' && one.object === apiName) === true;
  return isNamed || isOfObject || isOneOf(before, 'per') || isOneOf(spans[at + 1], 'empty', 'filled');
}

/** The parts of a question where `object` is asked about, with the ways to look around in them. */
export class Tokens {
  readonly all: readonly Token[];

  constructor(all: readonly Token[]) {
    this.all = all;
  }

  static of(spans: readonly Span[], object: AskableObject): Tokens {
    return new Tokens(asSaid(spans.map((span, at) => tokenOf(span, object, isAskedOf(spans, at, object)))));
  }

  /** The next part to one side that says something of its own. */
  beside(
    token: Token,
    step: 1 | -1,
    passing: readonly WordKind[] = ['filler', 'is', 'tail', 'level'],
  ): Token | undefined {
    for (let at = this.all.indexOf(token) + step; ; at += step) {
      const one = this.all[at];
      if (one?.kind !== 'word' || !one.words.some((word) => passing.includes(word))) return one;
    }
  }

  of<Kind extends Token['kind']>(kind: Kind): TokenOf<Kind>[] {
    return this.all.filter((token): token is TokenOf<Kind> => token.kind === kind);
  }

  /** Words of a kind that nothing has used. */
  words(...kinds: readonly WordKind[]): TokenOf<'word'>[] {
    return this.of('word').filter((token) => !token.used && token.words.some((word) => kinds.includes(word)));
  }
}

export const isWord = (token: Token | undefined, ...kinds: readonly WordKind[]): token is TokenOf<'word'> =>
  token?.kind === 'word' && token.words.some((word) => kinds.includes(word));
