import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { liveFields } from '#generators/object.ts';
import { quoted } from './blocks/write-blocks.ts';

/** What people write for an operator or a name of the language, the longest first. */
const WORDS: readonly (readonly [string, string])[] = Object.entries({
  大于或等于: '>=',
  小于或等于: '<=',
  大于等于: '>=',
  小于等于: '<=',
  不小于: '>=',
  不大于: '<=',
  不早于: '>=',
  不晚于: '<=',
  不等于: '!=',
  不属于: '!in',
  不包含: '!contains',
  未填写: 'blank',
  没有填写: 'blank',
  不为空: 'has',
  已填写: 'has',
  大于: '>',
  小于: '<',
  晚于: '>',
  早于: '<',
  等于: '==',
  属于: 'in',
  包含: 'contains',
  为空: 'blank',
  不是: '!=',
  并且: '&&',
  而且: '&&',
  或者: '||',
  今天: 'today',
  除以: '/',
  乘以: '*',
  是: '==',
  为: '==',
  且: '&&',
  或: '||',
  加: '+',
  减: '-',
  乘: '*',
}).toSorted(([one], [other]) => other.length - one.length);

const LATIN_WORDS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!', is: '==' };

const MARKS: Readonly<Record<string, string>> = {
  '≥': '>=',
  '≧': '>=',
  '≤': '<=',
  '≦': '<=',
  '≠': '!=',
  '＝': '==',
  '＞': '>',
  '＜': '<',
  '（': '(',
  '）': ')',
  '【': '[',
  '】': ']',
  '，': ',',
  '、': ',',
  '＋': '+',
  '－': '-',
  '×': '*',
  '÷': '/',
  '！': '!',
  '＆': '&&',
};

const UNITS: Readonly<Record<string, number>> = { 万: 4, 亿: 8 };
const CLOSING: Readonly<Record<string, string>> = {
  '“': '”',
  '”': '“',
  '‘': '’',
  '「': '」',
  '＂': '＂',
  "'": "'",
  '"': '"',
};
const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const EXPECTS: ReadonlySet<string> = new Set(['==', '!=', 'in', ',', '[', '.contains(']);

/** What was written so far, and what the next piece has to know of it. */
class Mended {
  readonly #parts: string[] = [];
  /** Where the last thing that can be asked about is among the parts. */
  #operand = -1;
  field: FieldDefinition | undefined;
  #closes: string | undefined;
  #negates = false;

  get last(): string {
    return this.#parts.findLast((part) => part.trim() !== '') ?? '';
  }

  get text(): string {
    return this.#parts.join('').replaceAll(/ {2,}/g, ' ').trim();
  }

  put(part: string): void {
    if (part.trim() === '' && this.#parts.at(-1)?.endsWith('.contains(')) return;
    this.#parts.push(part);
  }

  /** Something that may be compared. */
  value(part: string, field?: FieldDefinition): void {
    this.#operand = this.#parts.push(part) - 1;
    if (field) this.field = field;
    if (this.#closes !== undefined && this.#closes !== ']') this.close();
  }

  /** A name; one behind a dot is one thing with what is before it, so that `self.city` is asked about as a whole. */
  member(name: string, isMember: boolean): void {
    if (!isMember) return this.value(name);
    let owner = '';
    while (this.#parts.length > 0 && (owner === '' || owner.startsWith('.')))
      owner = `${this.#parts.pop() ?? ''}${owner}`;
    this.value(`${owner}${name}`);
  }

  close(): void {
    this.put(this.#negates ? '))' : ')');
    this.#closes = undefined;
  }

  /** An operator, in words or as it is. */
  operator(sign: string): void {
    while (this.#parts.at(-1)?.trim() === '') this.#parts.pop();
    const operand = this.#parts[this.#operand] ?? '';
    if (sign === 'blank' || sign === 'has') {
      this.#parts[this.#operand] = `${sign}(${operand})`;
      return;
    }
    this.#negates = sign.startsWith('!') && sign.length > 2;
    const name = this.#negates ? sign.slice(1) : sign;
    if (this.#negates) this.#parts[this.#operand] = `!(${operand}`;
    if (name === 'contains') {
      this.put('.contains(');
      this.#closes = 'value';
      return;
    }
    if (ORDERS.has(name) && this.field && valueKind(this.field) === 'money' && operand === `self.${this.field.apiName}`)
      this.#parts[this.#operand] = `${operand}.equivalentMoney`;
    if (this.#negates) this.#closes = ']';
    this.put(` ${name} `);
  }

  /** The end of a list, and of the negation that it is in. */
  endList(): void {
    this.put(']');
    if (this.#closes === ']') {
      this.put(')');
      this.#closes = undefined;
    }
  }

  get expectsValue(): boolean {
    return EXPECTS.has(this.last.trim());
  }
}

/**
 * The expression that a person meant by a text: labels instead of identifiers, 大于, `and`, `≥`, “ ” and 1000万 are
 * understood. Texts in quotes stay as they are. What comes out may still be wrong: it has to be checked as any other.
 */
export function mend(source: string, object: ObjectDefinition): string {
  const fields = liveFields(object);
  const byLabel = fields.filter(({ label }) => label !== '').toSorted((a, b) => b.label.length - a.label.length);
  const out = new Mended();
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const taken =
      quotedText(rest, out) ??
      optionName(rest, out) ??
      fieldName(rest, byLabel, out) ??
      word(rest, out) ??
      digits(rest, out) ??
      latin(rest, source.slice(0, at), fields, out) ??
      mark(rest, out);
    at += taken;
  }
  return out.text;
}

function quotedText(rest: string, out: Mended): number | undefined {
  const closing = CLOSING[rest[0] ?? ''];
  if (closing === undefined) return undefined;
  for (let end = 1; end < rest.length; end += 1) {
    if (rest[end] === '\\') end += 1;
    else if (rest[end] === closing || (rest[0] === '“' && rest[end] === '“')) {
      const text = rest.slice(1, end);
      const isPlain = rest[0] === "'" || rest[0] === '"';
      const option = out.field?.selectOptions?.find(({ label }) => label === text);
      out.value(option ? quoted(option.value) : isPlain ? rest.slice(0, end + 1) : quoted(text));
      return end + 1;
    }
  }
  return undefined;
}

/** An option of the field before, by its name and without quotes; 是 and 否 of a field that is one of them. */
function optionName(rest: string, out: Mended): number | undefined {
  const { field } = out;
  if (!field || !out.expectsValue) return undefined;
  if (valueKind(field) === 'boolean' && (rest.startsWith('是') || rest.startsWith('否'))) {
    out.value(rest.startsWith('是') ? 'true' : 'false');
    return 1;
  }
  const options = (field.selectOptions ?? []).toSorted((a, b) => b.label.length - a.label.length);
  const found = options.find(({ label }) => label !== '' && rest.startsWith(label));
  if (!found) return undefined;
  out.value(quoted(found.value));
  return found.label.length;
}

function fieldName(rest: string, byLabel: readonly FieldDefinition[], out: Mended): number | undefined {
  const found = byLabel.find(({ label }) => rest.startsWith(label));
  const isWord = found && WORDS.some(([text]) => text.length > found.label.length && rest.startsWith(text));
  if (!found || isWord) return undefined;
  const isNamed = out.last === '.';
  if (isNamed) {
    out.field = found;
    out.member(found.apiName, true);
  } else out.value(`self.${found.apiName}`, found);
  return found.label.length;
}

function word(rest: string, out: Mended): number | undefined {
  const found = WORDS.find(([text]) => rest.startsWith(text));
  if (!found) return undefined;
  const [text, meant] = found;
  if (meant === 'today') out.value(meant);
  else out.operator(meant);
  return text.length;
}

function digits(rest: string, out: Mended): number | undefined {
  const [all, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s?([万亿])?/.exec(rest) ?? [];
  if (all === undefined) return undefined;
  const places = UNITS[unit];
  if (places === undefined) {
    out.value(number);
    return number.length;
  }
  const [whole = '', fraction = ''] = number.split('.');
  const shifted = `${whole}${fraction.slice(0, places).padEnd(places, '0')}`.replace(/^0+(?=\d)/, '');
  out.value(fraction.length > places ? `${shifted}.${fraction.slice(places)}` : shifted);
  return all.length;
}

function latin(rest: string, before: string, fields: readonly FieldDefinition[], out: Mended): number | undefined {
  const [name] = /^[A-Za-z_]\w*/.exec(rest) ?? [];
  if (name === undefined) return undefined;
  const meant = LATIN_WORDS[name.toLowerCase()];
  const isMember = before.endsWith('.');
  const isCall = /^\s*\(/.test(rest.slice(name.length));
  const field = fields.find(({ apiName }) => apiName === name);
  if (meant !== undefined && !isMember) out.operator(meant);
  else if (name === 'in' && !isMember) out.operator('in');
  else if (field && !isMember && !isCall) out.value(`self.${name}`, field);
  else {
    if (field && /\b(self|old)\.$/.test(before)) out.field = field;
    out.member(name, isMember);
  }
  return name.length;
}

function mark(rest: string, out: Mended): number {
  const two = rest.slice(0, 2);
  if (['&&', '||', '==', '!=', '<=', '>='].includes(two) || two === '<>') {
    out.put(two === '<>' ? '!=' : two);
    return 2;
  }
  const one = String.fromCodePoint(rest.codePointAt(0) ?? 32);
  const meant = one === '=' ? '==' : (MARKS[one] ?? one);
  if (meant === ']') out.endList();
  else if (ORDERS.has(meant)) out.operator(meant);
  else out.put(meant);
  return one.length;
}
