import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { made, saveField } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { askAs, fillCompanies } from '#tests/support/assistant/asking.ts';
import { piecesOf } from '#server/features/jingchat/question-pieces.ts';
import { MEMBER, openReservoirs } from '#tests/support/assistant/open-reservoirs.ts';
import { GREENHOUSES } from '#tests/support/assistant/greenhouses.ts';

describe('an answer', () => {
  let app: TestApp;
  let founder: SignedIn;
  beforeAll(async () => {
    app = await openTestApp();
    await fillCompanies(app);
    founder = await signInBy(app, 'founder');
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

  test('says what a field is to those who may list it, and to all others that the word means nothing', async () => {
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
    const closed = (await askAs(app, founder, question)).answer.pieces ?? [];
    expect(closed.flatMap(({ takenFor = '' }) => takenFor)).not.toContain('字段“水深等级”');
    expect(closed.some(({ isUnknown }) => isUnknown)).toBe(true);
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
