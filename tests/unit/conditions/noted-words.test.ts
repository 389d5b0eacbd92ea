import { expect, it } from 'vitest';
import type { Condition } from '#schemas/metadata/condition.ts';
import { asksNotes, ConditionFault, parseCondition } from '#generators/filters.ts';
import { conditionWords } from '#shared/conditions/condition-words.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';
import { decodeListState, encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';

const MINE: Condition = { noted: { isOwn: true } };
const HOLDS: Condition = { noted: { contains: '复盘 100%' } };
const MINE_HOLDS: Condition = { noted: { isOwn: true, contains: "a'b" } };

it('says what is asked of notes', () => {
  const words = (condition: Condition) => conditionWords(condition, { fields: [] }, (value) => value);
  expect([MINE, HOLDS, { not: MINE_HOLDS }].map(words)).toEqual([
    '有我的笔记',
    '笔记包含“复盘 100%”',
    "非（我的笔记包含“a'b”）",
  ]);
});

it.each([MINE, HOLDS, MINE_HOLDS, { and: [MINE, { not: HOLDS }] }])('comes back from an address: %j', (filter) => {
  expect(decodeListState(encodeListState({ ...DEFAULT_LIST_STATE, filter }))).toMatchObject({
    state: { filter },
    notices: [],
  });
});

it.each(["['NOTED']", "['NOTED','read']", "['NOTED','all','x']", "['NOTED','read','']", "['NOTED','own',7]"])(
  'is left out of an address that does not say it well: %s',
  (text) => {
    const { state, notices } = decodeListState(`?f=${encodeURIComponent(text)}`);
    expect([state.filter, notices.length]).toEqual([undefined, 1]);
  },
);

it('is taken only where users ask for themselves', () => {
  expect(parseCondition({ fields: [], notes: true }, MINE)).toEqual(MINE);
  expect(parseCondition({ fields: [], notes: true }, { noted: { contains: ' 复盘 ' } })).toEqual({
    noted: { contains: '复盘' },
  });
  expect(() => parseCondition({ fields: [], lists: true }, MINE)).toThrow(ConditionFault);
});

it('is found wherever it is in a condition, and not decided from the values of a record', () => {
  const within: Condition = { exists: { objectApiName: 'Deal', fields: ['firm'], filter: { or: [{ not: MINE }] } } };
  expect([asksNotes(within), asksNotes({ and: [{ inList: '7' }] })]).toEqual([true, false]);
  expect(() => compilePredicate({ fields: [] }, MINE, { today: '2026-01-01' })).toThrow(/only the server/);
});
