import { afterAll, beforeAll, expect, test } from 'vitest';
import { VISITOR } from '#shared/policy/actor.ts';
import { storeHelp } from '#server/commands/seed/help.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let assistant: Assistant;
beforeAll(async () => {
  app = await openTestApp();
  await storeHelp(app.services.database, app.services.writer, TEST_NOW);
  assistant = new Assistant(app.services, () => 0);
});
afterAll(() => app.close());

const actor = (...roles: string[]) => ({ ...VISITOR, id: '1', roles });
const investor = actor('ORG_INVESTOR');

test('a question of how is answered by the help center with a link to the article', async () => {
  expect(await assistant.read('怎么发布融资', investor)).toMatchObject({
    kind: 'explain',
    links: [{ label: '怎样发布融资需求', href: '/helpCenter/publish-financing' }],
  });
});

test('articles for staff answer staff alone', async () => {
  const linked = async (...roles: string[]) => {
    const reading = await assistant.read('怎么编写帮助文章', actor(...roles));
    return reading.kind === 'explain' ? reading.links?.map(({ href }) => href) : undefined;
  };
  expect(await linked('staff')).toContain('/helpCenter/staff-help');
  expect((await linked('ORG_INVESTOR')) ?? []).not.toContain('/helpCenter/staff-help');
});

test('a word that the metadata has as well is explained by both, with the records that it is about', async () => {
  const reading = await assistant.read('什么是 Pre-A轮', investor);
  expect(reading).toMatchObject({ kind: 'explain', links: [{ href: '/helpCenter/glossary' }] });
  if (reading.kind !== 'explain') throw new Error('not explained');
  expect(reading.sentence).toMatch(/^“Pre-A轮”：A 轮之前的一轮/);
  expect(reading.sentence).toMatch(/选项/);
  expect(reading.plan).toBeDefined();
});

test('a word that only the glossary has is explained by it', async () => {
  expect(await assistant.read('对赌是什么意思', investor)).toMatchObject({
    kind: 'explain',
    sentence: expect.stringMatching(/^“对赌协议”：/),
  });
});
