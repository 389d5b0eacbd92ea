import { describe, expect, test } from 'vitest';
import { type Block, type Group, groupOf, type Line, normal, type ValueBlock } from '#shared/rules/blocks/block.ts';
import { type Operand, operandsOf, operatorsOf } from '#shared/rules/blocks/operands.ts';
import { CALLED, fits, readBlock, readValue } from '#shared/rules/blocks/read-blocks.ts';
import { writeBlock, writeValue } from '#shared/rules/blocks/write-blocks.ts';
import { type Prng, prng } from '#tests/support/prng.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { FIELDS, refusal } from '#tests/support/rules/rule-runner.ts';

const operands = operandsOf(sampleObject(FIELDS));
const offered = [...operands.values()].filter((operand) => operatorsOf(operand).length > 0);
const WORDS = ['A轮', "it's", 'a\\b', '', '两\n行', '"x"', '上海'];
const NUMBERS = ['0', '-3', '1000', '0.5', '-12.25', '99999999999999999999', '123456789012345678.123456789'];

const WHOLE = ['0', '-3', '1000'];

function valueFor({ kind, path }: Operand, isList: boolean, random: Prng): unknown {
  const one = () => random.pick(kind === 'number' ? (path.includes('(') ? WHOLE : NUMBERS) : WORDS);
  if (kind === 'flag') return random.chance(0.5);
  return isList ? Array.from({ length: random.int(1, 4) }, one) : one();
}

const LISTS: ReadonlySet<string> = new Set(['in', 'notIn', 'containsAny', 'containsAll', 'containsNone']);
const ALONE: ReadonlySet<string> = new Set(['empty', 'notEmpty']);

function anyLine(random: Prng): Line {
  const operand = random.pick(offered);
  const op = random.pick(operatorsOf(operand));
  const base = { kind: 'line', operand: operand.path, op } as const;
  if (ALONE.has(op)) return base;
  const kind = LISTS.has(op) ? 'list' : operand.kind;
  const others = [...operands.values()].filter(
    (other) => other.kind === kind && fits(operand, { ...other, kind: operand.kind }),
  );
  if (random.chance(0.2) && operand.kind !== 'flag') return { ...base, other: random.pick(others).path };
  return { ...base, value: valueFor(operand, LISTS.has(op), random) };
}

/** Lines that have an opposite are never negated as a group: the opposite says the same. */
function anyBlock(random: Prng, depth: number): Block {
  if (depth === 0 || random.chance(0.5)) return anyLine(random);
  const members = Array.from({ length: random.int(2, 4) }, () => anyBlock(random, depth - 1));
  return groupOf(random.chance(0.5) ? 'and' : 'or', members, random.chance(0.3));
}

function anyValue(random: Prng, depth: number): ValueBlock {
  const numbers = [...operands.values()].filter(({ kind }) => kind === 'number');
  if (depth === 0 || random.chance(0.4))
    return random.chance(0.6)
      ? { kind: 'operand', path: random.pick(numbers).path }
      : { kind: 'literal', type: 'number', value: random.pick(NUMBERS) };
  const inner = () => anyValue(random, depth - 1);
  if (random.chance(0.3)) {
    const name = random.pick(Object.keys(CALLED));
    // What one value alone is asked is an operand by itself where it may be.
    const parameters = Array.from({ length: CALLED[name] ?? 0 }, inner);
    return { kind: 'call', name, parameters };
  }
  if (random.chance(0.2)) {
    const block = normal(anyBlock(random, 1));
    return {
      kind: 'choice',
      test: block.kind === 'group' ? block : groupOf('and', [block]),
      yes: inner(),
      no: inner(),
    };
  }
  const first = inner();
  const steps = Array.from({ length: random.int(1, 3) }, () => ({
    op: random.pick(['+', '-', '*', '/', '%'] as const),
    value: inner(),
  }));
  return first.kind === 'chain' ? { ...first, steps: [...first.steps, ...steps] } : { kind: 'chain', first, steps };
}

describe('blocks and text are two views of the same rule', () => {
  test('a condition written as text and read again is the same condition', () => {
    const random = prng(1);
    for (let turn = 0; turn < 4000; turn += 1) {
      const block = normal(anyBlock(random, 3));
      const text = writeBlock(block, operands);
      expect({ text, block: readBlock(text, operands) }).toEqual({ text, block });
    }
  });

  test('so is a value', () => {
    const random = prng(2);
    for (let turn = 0; turn < 4000; turn += 1) {
      const block = anyValue(random, 3);
      const text = writeValue(block, operands);
      expect({ text, block: readValue(text, operands) }).toEqual({ text, block });
    }
  });

  test('a condition of every operator may be used as a rule', () => {
    const random = prng(3);
    for (let turn = 0; turn < 3000; turn += 1) {
      const text = writeBlock(anyLine(random), operands);
      expect({ text, refused: refusal(text) }).toEqual({ text, refused: undefined });
    }
  });

  test.each([...shippedObjects()])('the text of every shipped rule of %s survives its blocks', (_, object) => {
    const known = operandsOf(object);
    const texts = object.rules.flatMap(({ when, rule }) => [...(when === undefined ? [] : [when]), rule]);
    for (const text of texts) {
      const block = readBlock(text, known);
      const again = block && readBlock(writeBlock(block, known), known);
      expect({ text, again }).toEqual({ text, again: block });
    }
    expect(texts.every((text) => typeof text === 'string')).toBe(true);
  });
});

describe('what has no block form stays text', () => {
  test.each([
    "['I', 'O'].exists(letter, self.name.contains(letter))",
    'self.price * 2 > 10',
    'self.listed ? true : blank(self.name)',
    'has(self.amount.num)',
    'self.name ==',
    'self.nothing == 1',
  ])('%s', (text) => expect(readBlock(text, operands)).toBeUndefined());

  test('the group that always holds is read and written', () => {
    expect(readBlock('true', operands)).toEqual(groupOf('and', []) satisfies Group);
    expect(writeBlock(groupOf('and', []), operands)).toBe('true');
  });

  test('an opposite is read as the operator that says so', () => {
    expect(readBlock("!('a' in self.tags)", operands)).toMatchObject({ op: 'containsNone', value: ['a'] });
    expect(readBlock('!self.listed', operands)).toMatchObject({ op: 'eq', value: false });
    expect(readBlock('!(self.price > 1)', operands)).toMatchObject({ op: 'lte', value: '1' });
    expect(readBlock('1000 < self.amount.num', operands)).toMatchObject({ op: 'gt', value: '1000' });
  });
});
