import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { type SignedIn, signInBy } from '#tests/support/account/people.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { askAs, contentOf, openAsking } from '#tests/support/assistant/asking.ts';
import { made } from '#tests/support/editing.ts';

let app: TestApp;
let founder: SignedIn;
let member: SignedIn;
const ids = new Map<string, string>();
const lists = new Map<string, string>();
beforeAll(async () => {
  ({ app, founder } = await openAsking());
  member = await signInBy(app, 'member');
  const { rows } = await app.services.database.pool.query<{ id: string; name: string }>(
    'select id::text, name from "InsightCompany"',
  );
  for (const { id, name } of rows) ids.set(name, id);
  await keep(founder, '硬科技早期', ['海马机器人', '青禾机器人', '赤松医疗']);
  await keep(member, '同事的名单', ['白鹭游戏']);
  for (const name of ['云岭机器人', '白鹭游戏'])
    made(
      await founder.send('POST', '/api/list/star', {
        objectApiName: 'InsightCompany',
        recordId: ids.get(name),
        follows: true,
      }),
    );
});
afterAll(() => app.close());

async function keep(who: SignedIn, name: string, companies: readonly string[]): Promise<void> {
  const { id } = made(await who.send<KeptList>('POST', '/api/list', { objectApiName: 'InsightCompany', name }));
  made(await who.send('POST', `/api/list/${id}/add`, { ids: companies.map((company) => ids.get(company)) }));
  lists.set(`${name} ${who.cookie}`, id);
}

const ask = async (question: string, who = founder) => (await askAs(app, who, question)).answer;
/** Names of the companies that an answer lists. */
async function named(question: string, who = founder): Promise<string[]> {
  const { rows } = contentOf(await ask(question, who), 'list');
  return rows.map((row) => String(row['name'])).toSorted();
}

describe('a list that a question names', () => {
  test.each([
    ['清单「硬科技早期」里的企业', ['海马机器人', '赤松医疗', '青禾机器人']],
    ['名单“硬科技早期”中的企业有哪些', ['海马机器人', '赤松医疗', '青禾机器人']],
    ['「硬科技早期」清单里北京的企业', ['海马机器人']],
    ['硬科技早期清单里的上海企业', ['赤松医疗', '青禾机器人']],
    ['我的关注里的北京企业', ['云岭机器人']],
    ['我关注的企业有哪些', ['云岭机器人', '白鹭游戏']],
    ['我关注了哪些企业', ['云岭机器人', '白鹭游戏']],
    ['我的关注里有哪些', ['云岭机器人', '白鹭游戏']],
    ['不在我的关注里的北京企业', ['海马机器人']],
  ])('narrows what is asked to what is on it: %s', async (question, expected) => {
    expect(await named(question)).toEqual([...expected].toSorted());
  });

  test('is a condition of the answer by its name, which can be taken away, and opens as the list with it', async () => {
    const answer = await ask('清单「硬科技早期」里北京的企业');
    const id = lists.get(`硬科技早期 ${founder.cookie}`) ?? '';
    expect(answer.plan?.parts[0]).toMatchObject({ text: '在清单“硬科技早期”中', filter: { inList: id } });
    const { state } = decodeListState(answer.plan?.listHref?.split('?')[1] ?? '');
    expect(JSON.stringify(state.filter)).toContain(JSON.stringify({ inList: id }));
    const { answer: without } = await askAs(app, founder, '去掉清单', { edit: { of: answer.id, without: 0 } });
    expect(without.plan?.parts.map(({ text }) => text).join()).not.toContain('清单');
    expect(contentOf(without, 'list').rows).toHaveLength(2);
  });

  test('is counted and put into groups as all records are', async () => {
    expect(contentOf(await ask('清单「硬科技早期」里有多少家企业'), 'number').sentence).toContain('3');
    const { answer, conversation } = await askAs(app, founder, '我关注的企业有哪些');
    expect(contentOf(answer, 'list').rows).toHaveLength(2);
    const next = await askAs(app, founder, '那北京的呢', { conversation: conversation.id });
    expect(contentOf(next.answer, 'list').rows.map((row) => row['name'])).toEqual(['云岭机器人']);
  });

  test('is asked back where two are called so, as other things of one name are', async () => {
    await keep(member, '同名', ['白鹭游戏']);
    await keep(founder, '同名', ['赤松医疗']);
    made(
      await member.send('POST', `/api/list/${lists.get(`同名 ${member.cookie}`)}/share`, {
        account: 'founder',
        role: 'view',
      }),
    );
    const answer = await ask('清单「同名」里的企业');
    const { choices } = contentOf(answer, 'ask');
    expect(choices).toHaveLength(2);
    expect(choices.join()).toContain('共享');
    const own = choices.find((label) => !label.includes('共享')) ?? '';
    const { answer: chosen } = await askAs(app, founder, own, { edit: { of: answer.id, choose: own } });
    expect(contentOf(chosen, 'list').rows.map((row) => row['name'])).toEqual(['赤松医疗']);
  });

  test('is declined with words where there is none such for the asker, and is never passed over', async () => {
    for (const question of [
      '清单「没有这个」里的企业',
      '清单「同事的名单」里的企业',
      '「同事的名单」清单中北京的企业',
    ]) {
      const { reason } = contentOf(await ask(question), 'declined');
      expect(reason).toContain('没有共享给您');
    }
    expect(contentOf(await ask('我关注的企业有哪些', member), 'declined').reason).toContain('还没有关注');
    expect(contentOf(await ask('清单「硬科技早期」里我关注的企业'), 'declined').reason).toContain('一次只能按一个清单');
    expect(contentOf(await ask('我关注的企业有哪些', await signInBy(app, 'svip')), 'declined').reason).toContain(
      '还没有关注',
    );
  });

  test('leaves questions that only ask for a list as they are', async () => {
    expect(await named('北京的企业名单')).toEqual(['云岭机器人', '海马机器人']);
  });
});
