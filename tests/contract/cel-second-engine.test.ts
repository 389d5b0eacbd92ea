import { describe, expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { liveFields } from '#generators/object.ts';
import { celEnvironment } from '#shared/rules/cel-environment.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { compileExpression } from '#shared/rules/compile.ts';
import { ruleFields } from '#shared/rules/fields.ts';
import { MAX_STEPS, type RuleContext } from '#shared/rules/frame.ts';
import { prng } from '#tests/support/prng.ts';
import { plausibleRecord } from '#tests/support/records/random-records.ts';
import { plainAnswer, refereed, rootsOf } from '#tests/support/rules/referee.ts';
import { FIELDS } from '#tests/support/rules/rule-runner.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

/** One expression for each thing the language can do, so that the engines are compared on all of it. */
const EVERYTHING = [
  "self.way != 'a_times' || self.cycle == 'all'",
  'sameCurrency(self.paid, self.amount) ? self.paid.num <= self.amount.num : self.paid.equivalentMoney <= self.amount.equivalentMoney',
  'len(self.name) >= 2 && size(self.name) <= 50 && self.name.size() != 5',
  "self.amount.currency in ['CNY', 'USD'] && self.amount.num * 2 >= self.paid.num + 1",
  'self.ratio >= 0 && self.ratio <= 100 && (self.staff > 0 || self.listed)',
  'self.price / self.ratio * 100 - self.staff',
  '-self.price < 0.5 && 10 > self.staff',
  'blank(self.name) || blank(self.amount.num) || has(self.amount.band)',
  'has(self.amount.num) && !has(old.name)',
  "self.tags.all(t, len(t) < 9) || self.tags.exists(t, t == self.name) || self.tags.exists_one(t, t.startsWith('a'))",
  "size(self.tags.filter(t, t.contains('a'))) + size(self.tags.map(t, t + '!')) > 2",
  'self.company in self.investors && self.investors[0] == self.company',
  'self.start <= self.end && daysBetween(self.start, self.end) < 400 && firstDay(self.start) < lastDay(today)',
  "old.way == self.way && old.amount.num < self.amount.num && 'START_UP' in user.roles",
  "self.deck.size <= 5242880 && self.deck.name.endsWith('.pdf')",
  "self.listed ? self.name + '（' + self.alias + '）' : 'none'",
  'self.staff == self.price || self.staff != 5 || self.price == 2.25',
  'self.amount == old.amount',
  'addDays(self.start, 30) > self.end || addDays(self.start, self.staff) < today',
  'addMonths(self.end, -1) <= self.start && monthsBetween(self.start, self.end) + yearsBetween(self.start, today) < 200',
  'year(self.start) >= 2020 && month(self.end) <= 6 && day(today) == 15 && year(self.seen) > 2000',
  'round(self.price / 3, 2) + abs(self.ratio) - round(self.staff, 0) >= 1.5',
  'max(self.price, self.ratio) >= min(self.staff, 100) || min(self.price, 0.5) < max(1, self.ratio)',
  'self.staff % 4 == 1 || size(self.tags) % 2 == 0 || self.price % self.ratio > 0.25',
  "label(self.way) == '一次性' && label(old.way) != '按月'",
];

const everything = sampleObject(
  FIELDS,
  EVERYTHING.map((rule, index): Rule => ({ id: `r${index}`, kind: 'assert', target: 'name', rule })),
);

function expressionsOf(object: ObjectDefinition): string[] {
  const rules = object.rules.flatMap((rule) => (rule.when === undefined ? [rule.rule] : [rule.when, rule.rule]));
  const formulas = liveFields(object).flatMap((field) =>
    field.type === 'formula' ? [field.config?.expression ?? ''] : [],
  );
  return [...new Set([...rules, ...formulas])];
}

/** Texts that the rules compare with, so that generated records meet them. */
const wordsOf = (expressions: readonly string[]): string[] =>
  expressions.flatMap((source) => Array.from(source.matchAll(/'([^']+)'/g), ([, word = '']) => word));

const rates = { rate: (currency: string) => ({ USD: '7', EUR: '8' })[currency] };

const RECORDS = 300;

function attempt(answer: () => unknown): string {
  try {
    return plainAnswer(answer());
  } catch {
    return 'none';
  }
}

describe.each([['every part of the language', everything] as const, ...shippedObjects()])(
  'the rules of %s',
  (_, object) => {
    const expressions = expressionsOf(object);
    const words = wordsOf(expressions);

    test('are sound', () => {
      expect(checkRules({ ...object, rules: object === everything ? [] : object.rules })).toEqual([]);
    });

    test('answer the same under an independent CEL engine, and under the library that parses them', () => {
      const random = prng(20261121);
      // Rings and hidden fields are for the record view; here each expression is asked about the record as it is.
      const fields = ruleFields({ ...object, rules: [] });
      const library = celEnvironment(object);
      const engines = expressions.map((source) => {
        const { run } = compileExpression(source, fields);
        return { source, run, refereed: refereed(source), parsed: library.parse(source), answered: 0 };
      });
      for (let turn = 0; turn < RECORDS; turn += 1) {
        const values = plausibleRecord(object, random, words);
        const given: RuleContext = {
          ...context,
          rates,
          ...(random.chance(0.5) && { old: plausibleRecord(object, random, words) }),
        };
        const doubles = rootsOf(object, values, given, (value) => value.toNumber());
        const decimals = rootsOf(object, values, given, (value) => value);
        for (const engine of engines) {
          const answer = plainAnswer(
            engine.run({
              self: (name) => values[name],
              values,
              context: given,
              failed: () => undefined,
              variables: [],
              steps: MAX_STEPS,
            }),
          );
          const others = { referee: engine.refereed(doubles), library: attempt(() => engine.parsed(decimals)) };
          expect({ source: engine.source, values, given, ...others }).toEqual({
            source: engine.source,
            values,
            given,
            referee: answer,
            library: answer,
          });
          if (answer !== 'none') engine.answered += 1;
        }
      }
      // Agreement that nothing can be said would prove nothing.
      expect(engines.filter(({ answered }) => answered < RECORDS / 50).map(({ source }) => source)).toEqual([]);
    });
  },
);
