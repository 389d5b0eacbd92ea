import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { made, saveField } from '#tests/support/editing.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { askAs, openAsking } from '#tests/support/assistant/asking.ts';
import { piecesOf } from '#server/features/jingchat/question-pieces.ts';
import { MEMBER, openReservoirs } from '#tests/support/assistant/open-reservoirs.ts';
import { GREENHOUSES } from '#tests/support/assistant/greenhouses.ts';

describe('an answer', () => {
  let app: TestApp;
  let founder: SignedIn;
  beforeAll(async () => {
    ({ app, founder } = await openAsking());
  });
  afterAll(() => app.close());

  test('carries the question in pieces, with what each was taken for', async () => {
    const { answer } = await askAs(app, founder, '北京的企业有哪些');
    const pieces = answer.pieces ?? [];
    expect(pieces.map(({ text }) => text).join('')).toBe('北京的企业有哪些');
    expect(pieces.find(({ text }) => text === '北京')?.takenFor).toContain('北京');
    expect(pieces.find(({ text }) => text === '企业')?.takenFor).toMatch(/^对象“.*企业.*”$/u);
    expect(pieces.some(({ isUnknown }) => isUnknown)).toBe(false);
  });

  test('says what a field is to those who may list it, and to all others that it is closed to them', async () => {
    made(
      await saveField(app, 'InsightCompany', {
        apiName: 'depth',
        type: 'text',
        label: '水深等级',
        config: { visibleTo: ['staff'] },
      }),
    );
    const staff = await signInBy(app, 'staff');
    const question = '水深等级为空的企业有几家';
    const takenBy = async (who: SignedIn) =>
      (await askAs(app, who, question)).answer.pieces?.find(({ text }) => text === '水深等级');
    expect(await takenBy(staff)).toEqual({ text: '水深等级', takenFor: '字段“水深等级”' });
    const { answer } = await askAs(app, founder, question);
    expect(answer.content).toMatchObject({
      kind: 'refused',
      topic: 'closed',
      reason: '“水深等级”对您不开放：仅对产品人员开放。',
    });
    expect(answer.pieces ?? []).toEqual([]);
  });

  test.each([
    ['今年企业数量同比', '同比', '与对比的时段比较'],
    ['2026年成立的企业比2025年增长多少', '比2025年增长多少', '与对比的时段比较'],
    ['今年成立的企业数量同比增长多少', '同比增长多少', '与对比的时段比较'],
  ])('marks what a question says of growth: %s', async (question, text, takenFor) => {
    const { answer } = await askAs(app, founder, question);
    expect(answer.pieces?.map((piece) => piece.text).join('')).toBe(question);
    expect(answer.pieces).toContainEqual({ text, takenFor });
  });

  test('marks the words that were not understood', async () => {
    const { answer } = await askAs(app, founder, '饕餮的企业');
    expect(answer.pieces?.filter(({ isUnknown }) => isUnknown)).toEqual([{ text: '饕餮', isUnknown: true }]);
  });
});

test('a field that is closed to the asker has no label in the pieces, though it was once understood', async () => {
  const world = await openReservoirs(GREENHOUSES);
  const question = '占地面积最大的温室';
  const { reading } = await world.assistant.ask(question, MEMBER);
  const open = world.assistant.vocabulary(MEMBER);
  expect(JSON.stringify(piecesOf(question, reading, open, '2026-11-21'))).toContain('字段“占地面积');
  const closed = { ...open, objects: new Map(), meanings: new Map() };
  const pieces = piecesOf(question, reading, closed, '2026-11-21');
  expect(pieces.length).toBeGreaterThan(0);
  expect(pieces.filter(({ takenFor }) => takenFor !== undefined)).toEqual([]);
  await world.store.drop();
});
