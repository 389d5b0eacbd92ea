import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { fieldSchema } from '#generators/json-schema.ts';
import { liveFields } from '#generators/object.ts';
import { choiceCheck } from '#shared/validation/choices.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { compileObject, type RuleContext } from '#shared/validation/record-check.ts';
import { compileSchema } from '#shared/validation/schema-closures.ts';
import type { Prng } from '#tests/support/prng.ts';
import { plausibleValue, wildValue } from './random-records.ts';

const TRIES = 12;
const ROUNDS = 16;
/** Kinds of field whose wire value is one text, so that any text at all can be tried on them. */
const ONE_TEXT = new Set(
  'text longText url phone email date dateTime select treeSelect integer decimal percent'.split(' '),
);
const ODD_TEXTS = [
  ' 鲸图 ',
  '　首行\r\n次行\r\n',
  'a\0b',
  '1,250.50',
  '3.50',
  '-0.00',
  '3.5亿',
  '2.6E+12',
  '12 万',
  '91110000MA0I2B3C4D',
];
const LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Draws records of one object, most of them good, some nearly good, some as they come. */
export class RecordSource {
  readonly #random: Prng;
  readonly #fields: readonly FieldDefinition[];
  readonly #check: ReturnType<typeof compileObject>;
  readonly #sound: ReadonlyMap<string, (value: FieldValue) => boolean>;
  readonly #words: readonly string[];

  constructor(object: ObjectDefinition, random: Prng) {
    this.#random = random;
    this.#fields = liveFields(object).filter((field) => field.type !== 'formula');
    this.#check = compileObject(object);
    this.#sound = new Map(this.#fields.map((field) => [field.apiName, soundness(field)]));
    this.#words = object.rules.flatMap(({ rule }) => Array.from(rule.matchAll(/'([^']+)'/g), ([, word = '']) => word));
  }

  /** Would the value do by itself, whatever the other fields hold? */
  isSound(apiName: string, value: FieldValue): boolean {
    return this.#sound.get(apiName)?.(value) === true;
  }

  /** A record of fields that hold something; absent ones are left alone or, when the record is cleared, emptied. */
  draw(context: RuleContext): RecordValues {
    const filled = this.#random.pick([0.2, 0.5, 0.9]);
    const raw = this.#random.chance(0.1);
    const drawn: Record<string, FieldValue> = {};
    for (const field of this.#fields)
      if (this.#random.chance(filled)) drawn[field.apiName] = raw ? this.#any(field) : this.#good(field);
    if (raw) return drawn;
    this.#repair(drawn, context);
    if (this.#random.chance(0.35)) this.#spoil(drawn);
    return drawn;
  }

  #any(field: FieldDefinition): FieldValue {
    const { chance, pick } = this.#random;
    if (field.type === 'image' || field.type === 'file')
      return { url: 'https://files.example.com/a.pdf', name: 'a.pdf' };
    return field.type === 'text' && this.#words.length > 0 && chance(0.3)
      ? pick(this.#words)
      : plausibleValue(field, this.#random);
  }

  /** A value that does by itself; undefined where chance finds none. */
  #good(field: FieldDefinition): FieldValue {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const value = turn < TRIES / 2 ? this.#any(field) : this.#fitting(field);
      if (this.isSound(field.apiName, value)) return value;
    }
    return undefined;
  }

  /** A number inside the bounds of its field, or a text of the length that it asks for. */
  #fitting(field: FieldDefinition): FieldValue {
    const { int, pick } = this.#random;
    const least = Math.ceil(Number(field.config?.min ?? 0));
    const number = int(least, Math.floor(Math.min(Number(field.config?.max ?? Infinity), least + 200)));
    if (field.type === 'integer') return number;
    if (field.type === 'decimal' || field.type === 'percent') return String(number);
    if (field.type === 'currency')
      return { num: String(number), currency: pick(field.config?.currencies ?? ['CNY', 'USD']) };
    if (field.type !== 'text') return plausibleValue(field, this.#random);
    return Array.from({ length: field.minLength ?? 3 }, () => pick([...LETTERS])).join('');
  }

  /** Changes what the rules refuse until they refuse nothing, or patience ends. */
  #repair(record: Record<string, FieldValue>, context: RuleContext): void {
    const start = context.old ?? this.#check.initial(context);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { problems } = this.#check.check({ ...start, ...this.#check.clean(record).values }, context);
      if (problems.length === 0) return;
      for (const name of new Set(problems.map(({ field }) => field))) {
        const field = this.#fields.find(({ apiName }) => apiName === name);
        const value = field && this.#random.chance(0.7) ? this.#good(field) : context.old?.[name];
        if (value === undefined) delete record[name];
        else record[name] = value;
      }
    }
  }

  #spoil(record: Record<string, FieldValue>): void {
    for (let turn = this.#random.int(1, 3); turn > 0; turn -= 1) {
      const field = this.#random.pick(this.#fields);
      const odd = this.#random.chance(0.5) ? this.#random.pick(ODD_TEXTS) : wildValue(this.#random);
      if (ONE_TEXT.has(field.type) && typeof odd === 'string') record[field.apiName] = odd;
      else if (field.type === 'currency' && typeof odd === 'string')
        record[field.apiName] = { num: odd, currency: 'USD' };
      else record[field.apiName] = this.#random.chance(0.7) ? this.#any(field) : undefined;
    }
  }
}

function soundness(field: FieldDefinition): (value: FieldValue) => boolean {
  const schema = compileSchema(fieldSchema(field));
  const choice = choiceCheck(field);
  return (given) => {
    const value = cleanValue(field, given);
    return value !== undefined && schema(value).length === 0 && choice?.(value, undefined) === undefined;
  };
}
