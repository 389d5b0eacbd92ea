import { expect, it } from 'vitest';
import { compileObject } from '#shared/validation/record-check.ts';
import { text } from '#tests/support/app/save-as-api.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

const check = compileObject(
  sampleObject(
    [{ ...text('name'), required: true }, text('note')],
    [{ id: 'noted', kind: 'required', target: 'note', rule: "has(self.note) == false && self.name == '甲'" }],
  ),
);
const problemsOf = (values: Readonly<Record<string, string>>) =>
  check.check(check.clean(values).values, context).problems.map(({ field }) => field);

it.each([
  ['a zero-width space', '\u200B'],
  ['joiners', '\u200C\u200D'],
  ['a mark of direction', ' \u200E '],
  ['a word joiner and a soft hyphen', '\u2060\u00AD'],
  ['a Hangul filler', '\u3164'],
  ['an ideographic space', '\u3000'],
])('A name of %s alone is none', (_, name) => {
  expect(problemsOf({ name })).toEqual(['name']);
});

it.each([['甲'], ['\u200B甲'], ['é'], ['👩\u200D👧'], ['。'], ['-']])('The name %j is one', (name) => {
  expect(problemsOf({ name, note: '有' })).toEqual([]);
});
