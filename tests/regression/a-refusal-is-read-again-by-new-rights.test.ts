import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '#schemas/api/jingchat.ts';
import { made } from '#tests/support/editing.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { askAs, contentOf, openAsking } from '#tests/support/assistant/asking.ts';

let app: TestApp;
let founder: SignedIn;
beforeAll(async () => {
  ({ app, founder } = await openAsking());
});
afterAll(() => app.close());

async function setVip(type: number): Promise<void> {
  const { database, changes } = app.services;
  const founders = database.db.updateTable('account').set({ vip_type: type }).where('username', '=', 'founder');
  const { id } = await founders.returning('id').executeTakeFirstOrThrow();
  await changes.announce(id);
}
const again = async ({ id }: Answer) => made(await founder.send<Answer>('POST', `/api/rong/jingchat/answer/${id}`));

// The refusal of that day was shown to a user for whom the field is open by now.
test('a question that was refused because of a closed field is read again with the rights of the day', async () => {
  const { answer, conversation } = await askAs(app, founder, '有官网的企业');
  expect(contentOf(answer, 'refused').topic).toBe('closed');
  await setVip(3);
  const open = await again(answer);
  expect(contentOf(open, 'list').rows).toEqual([]);
  // What it is read as is kept, so that it can be gone on with.
  const edit = { of: answer.id, without: 0 };
  const changed = await askAs(app, founder, '去掉条件', { conversation: conversation.id, edit });
  expect(contentOf(changed.answer, 'list').rows).toHaveLength(5);
  await setVip(0);
  expect(contentOf(await again(answer), 'failed').message).toContain('对您不开放');
});
