import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { isDate, isNumeric, isYear } from './field-facts.ts';
import { comparisons } from '#generators/filters.ts';
import { daysFromTo, relativeDays } from '#shared/conditions/periods.ts';
import { daysFrom } from '#shared/time/days.ts';
import { fieldsOf, isWord, type Token, type Tokens } from './tokens.ts';
import type { AskableObject } from './vocabulary.ts';

/** A condition that a part of the question means. */
export interface Bound {
  readonly token: Token;
  readonly fields: readonly FieldDefinition[];
  readonly condition: Condition;
  /** Values of a field that others of the same field may join. */
  readonly values?: readonly unknown[];
  readonly negated: boolean;
  /** The question says of which field it is. */
  readonly isNamed?: boolean;
}

/** Fields that fit a part of the question equally well. */
export interface Doubt {
  readonly token: Token;
  readonly fields: readonly FieldDefinition[];
}

/** Periods that follow the day are as long on any day, but for the one that is running. */
const ANY_DAY = '2000-12-31';

/** 跟投了几起 asks how many records there are, and not for whom 跟投 names. */
const isCounting = ({ span: { text } }: Token, fields: readonly FieldDefinition[]): boolean =>
  /(?:几|多少).$/u.test(text) && !fields.some(isNumeric);

/** When a record was kept here says nothing of what it is about. */
export const SYSTEM_DATES: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** When a record was kept here is meant where nothing else is. */
function withoutSystem(fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  const own = fields.filter(({ apiName }) => !SYSTEM_DATES.has(apiName));
  return own.length > 0 ? own : fields;
}

/** What the parts of a question were bound to so far, with the ways to bind the next one. */
export class Binding {
  readonly bound: Bound[] = [];
  readonly doubts: Doubt[] = [];
  readonly assumptions: string[] = [];
  readonly tokens: Tokens;
  readonly object: AskableObject;

  constructor(tokens: Tokens, object: AskableObject) {
    this.tokens = tokens;
    this.object = object;
  }

  /** Does the question name its record? */
  get isOne(): boolean {
    return this.bound.some(
      ({ fields: [field], values, negated }) =>
        field?.apiName === this.object.nameField && values?.length === 1 && !negated,
    );
  }

  /** The tree of which one branch is named. */
  get branch(): FieldDefinition | undefined {
    const named = this.bound.flatMap(({ fields: [field, other], values, negated }) =>
      field && !other && values?.length === 1 && !negated && valueType(field).options === 'tree' ? [field] : [],
    );
    return named.length === 1 ? named[0] : undefined;
  }

  /** The date by which a period is said, and how many days it has; undefined where none is, or none with both ends. */
  get period(): { readonly field: FieldDefinition; readonly days: number } | undefined {
    for (const {
      fields: [field],
      condition,
      negated,
    } of this.bound) {
      if (!field || !isDate(field) || negated) continue;
      const [said] = comparisons(condition);
      const ends = Array.isArray(said?.value) ? said.value.map(String) : [];
      const range =
        said?.op === 'between'
          ? daysFromTo(ends[0], ends[1])
          : said && relativeDays(said.op, Number(said.value ?? 1), ANY_DAY);
      if (range?.from !== undefined && range.to !== undefined)
        return { field, days: daysFrom(range.from, range.to) + 1 };
    }
    return undefined;
  }

  /** Several values of one field, each of which may be counted on its own. */
  get several(): FieldDefinition | undefined {
    const fields = this.bound.flatMap(({ fields: [field], values, negated }) =>
      field && values && !negated ? [field] : [],
    );
    return fields.find((field, at) => fields.indexOf(field) !== at);
  }

  /** A field next to a part, before or behind it, that may hold what the part says. */
  named(token: Token, fits: (field: FieldDefinition) => boolean): readonly FieldDefinition[] | undefined {
    const passing = ['filler', 'is', 'not', 'except', 'contains', 'startsWith', 'endsWith'] as const;
    const before = this.tokens.beside(token, -1, passing);
    if (before?.kind === 'field') {
      const fields = withoutSystem(fieldsOf(before, fits));
      if (fields.length > 0) {
        before.used = true;
        return fields;
      }
    }
    const after = this.tokens.beside(token, 1);
    if (after?.kind !== 'field' || after.used) return undefined;
    const beyond = this.tokens.beside(after, 1);
    const isOwn = beyond?.kind === 'amount' || beyond?.kind === 'time' || beyond?.kind === 'value';
    const fields = withoutSystem(fieldsOf(after, fits));
    const isClosed = this.tokens.all[this.tokens.all.indexOf(after) + 1]?.span.text === '的';
    const isAsked =
      isWord(beyond, 'most', 'least', 'descending', 'ascending', 'ordered') ||
      (!isClosed && isWord(beyond, 'which', 'howMany') && !isCounting(beyond, fields));
    if (
      fields.length === 0 ||
      (isOwn && !isDate(fields[0] as FieldDefinition) && !isYear(fields[0] as FieldDefinition)) ||
      isAsked
    )
      return undefined;
    // What a question ends with is asked for: 北京的企业简称.
    if (beyond === undefined && token.kind !== 'time' && token.kind !== 'amount') return undefined;
    after.used = true;
    return fields;
  }

  #negation(token: Token): boolean {
    const before = this.tokens.beside(token, -1, ['filler', 'is', 'all']);
    const field = before?.kind === 'field' && before.used ? before : undefined;
    const words = [before, field && this.tokens.beside(field, -1)].filter((one) => isWord(one, 'not', 'except'));
    const behind = this.tokens.beside(token, 1);
    for (const word of words) if (word) word.used = true;
    if (isWord(behind, 'outside')) behind.used = true;
    return words.length > 0 || isWord(behind, 'outside');
  }

  add(
    token: Token,
    fields: readonly FieldDefinition[],
    make: (field: FieldDefinition) => Condition | undefined,
    values?: readonly unknown[],
  ) {
    const conditions = fields.flatMap((field) => make(field) ?? []);
    const [only] = conditions;
    if (only === undefined || conditions.length < fields.length) return;
    token.used = true;
    const condition = conditions.length > 1 ? { or: conditions } : only;
    this.bound.push({ token, fields, condition, negated: this.#negation(token), ...(values && { values }) });
  }
}
