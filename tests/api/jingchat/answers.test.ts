import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type ContentOf, readExamples } from '#schemas/api/jingchat.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { made } from '#tests/support/editing.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { askAs, COMPANIES, contentOf, openAsking } from '#tests/support/assistant/asking.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let founder: SignedIn;
beforeAll(async () => {
  ({ app, founder } = await openAsking());
});
afterAll(() => app.close());

const ask = async (question: string, more = {}) => (await askAs(app, founder, question, more)).answer;
const tableOf = ({ rows }: ContentOf<'groups'>) => rows.map(({ label, texts }) => [label, ...texts]);
const namesOf = (answer: Answer) => contentOf(answer, 'list').rows.map((row) => row['name']);

describe('an answer', () => {
  test('comes stage by stage, in a conversation that is called by the first question', async () => {
    const { events, conversation } = await askAs(app, founder, '北京的企业有哪些');
    expect(events.map((event) => (event.type === 'stage' ? event.stage : event.type))).toEqual([
      'conversation',
      'understand',
      'query',
      'compose',
      'answer',
    ]);
    expect(conversation.title).toBe('北京的企业有哪些');
  });

  test('that is a list says how many there are, by which conditions, as of when, and where the list is', async () => {
    const answer = await ask('北京的企业有哪些');
    expect(new Set(namesOf(answer))).toEqual(new Set(['云岭机器人', '海马机器人']));
    expect(contentOf(answer, 'list').sentence).toBe('符合条件的企业共 2 家。');
    expect(answer.plan).toMatchObject({ objectApiName: 'InsightCompany', label: '企业', parts: [{ at: 0 }] });
    expect(answer.plan?.parts[0]?.text).toContain('北京');
    expect(answer.plan?.listHref).toMatch(/^\/data\/InsightCompany\?f=/);
    expect(answer.asOf).toBe('2026-11-21T04:00:00.000Z');
  });

  test('with a period writes its days out', async () => {
    const { plan } = await ask('近一年成立的企业有哪些');
    expect(plan?.parts[0]?.text).toContain('（2025-11-22 至 2026-11-21）');
  });

  test('that is a number says it in a sentence', async () => {
    const answer = await ask('上海有多少家企业');
    expect(contentOf(answer, 'number')).toMatchObject({
      sentence: '符合条件的企业共 2 家。',
      figures: [{ label: '数量', text: '2 家' }],
    });
  });

  test('by groups has their numbers, a picture, and the list of each group', async () => {
    const groups = contentOf(await ask('各运营状态的企业数量'), 'groups');
    expect(tableOf(groups)).toEqual([
      ['运营中', '4 家'],
      ['已关闭', '1 家'],
    ]);
    expect(groups.rows[0]?.href).toContain('/data/InsightCompany?f=');
    expect(groups.chart).toBeUndefined();
  });

  test('by groups has the greatest first, and a distribution the order of its options', async () => {
    const most = contentOf(await ask('各地区的企业数量'), 'groups');
    expect(tableOf(most).map(([, count]) => count)).toEqual(['2 家', '2 家', '1 家']);
    expect(most.chart).toMatchObject({ kind: 'bar', chart: { unit: '家', sampleSize: COMPANIES.length } });
    const spread = contentOf(await ask('企业的行业分布'), 'groups');
    const options = app.services.catalog.object('InsightCompany').field('industry')?.selectOptions ?? [];
    const labels = tableOf(spread).map(([label]) => label);
    const inOrder = options.map(({ label }) => label).filter((label) => labels.includes(label));
    expect(labels).toEqual(inOrder);
  });

  test('by years has each of them in the order of time, and marks what is not whole yet', async () => {
    const groups = contentOf(await ask('每年成立的企业数量'), 'groups');
    expect(tableOf(groups)[0]).toEqual(['2015年', '1 家']);
    expect(tableOf(groups)).toContainEqual(['2016年', '0 家']);
    expect(groups.rows.at(-1)?.label).toBe('2026年');
    expect(groups.chart?.chart.categories.at(-1)).toMatchObject({ key: '2026', incomplete: true });
  });

  test('by the first groups says what the others have together, and whether another one is equal', async () => {
    const groups = contentOf(await ask('企业最多的前两个行业'), 'groups');
    expect(groups.sentence).toBe(
      '企业按“所属行业”共 3 组，以下是其中 2 组，“机器人”最多（3 家）；其他 1 组合计 1 家；还有与最后一组相等的组，未列出。',
    );
    expect(tableOf(groups).at(-1)).toEqual(['其他（1 组）', '1 家']);
    const one = contentOf(await ask('哪个行业的企业最多'), 'groups');
    expect(tableOf(one)).toEqual([
      ['机器人', '3 家'],
      ['其他（2 组）', '2 家'],
    ]);
  });

  test('says how many records have no number that could be added up', async () => {
    const { notes } = await ask('企业的平均融资总额是多少');
    expect(notes).toContain('外币金额按人民币折算');
    expect(notes[0]).toBe('5 家没有“融资总额”，未计入“平均融资总额”');
  });

  test('of nothing names the conditions without which there would be records', async () => {
    const answer = await ask('北京已关闭的企业有哪些');
    expect(contentOf(answer, 'list')).toMatchObject({ sentence: '没有符合条件的企业。', rows: [] });
    expect(new Set(answer.emptied.map(({ total }) => total))).toEqual(new Set([1, 2]));
    const [{ at } = { at: -1 }] = answer.emptied;
    const without = await ask('去掉一个条件', { edit: { of: answer.id, without: at } });
    expect(namesOf(without).length).toBeGreaterThan(0);
  });

  test('is gone on from by one of its next questions, and by none that it does not offer', async () => {
    const answer = await ask('北京的企业有哪些');
    expect(answer.next.length).toBeGreaterThan(0);
    expect(answer.next.length).toBeLessThanOrEqual(3);
    for (const next of answer.next) {
      const { content } = await ask(next, { edit: { of: answer.id, next } });
      expect(['list', 'number', 'groups']).toContain(content.kind);
    }
    const body = { question: '别的', edit: { of: answer.id, next: '别的' } };
    const refused = await founder.send('POST', '/api/rong/jingchat/ask', body);
    expect(refused).toMatchObject({ status: 422, msg: '这一项已不适用，请重新提问' });
  });

  test('names the words that mean nothing, queries nothing, and says what can be asked', async () => {
    // They are made once for users of one kind; until then an answer does not wait for them for long.
    made(await founder.send('GET', readExamples.path));
    const { content, plan } = await ask('饕餮的企业有哪些');
    expect(content).toMatchObject({ kind: 'declined', unknown: ['饕餮'] });
    expect(content.kind === 'declined' && content.instead.length).toBeGreaterThan(0);
    expect(plan).toBeUndefined();
  });

  test('is read again with the data of the day', async () => {
    const { answer } = await askAs(app, founder, '广东的企业有哪些');
    expect(namesOf(answer)).toEqual(['白鹭游戏']);
    const again = made(await founder.send<Answer>('POST', `/api/rong/jingchat/answer/${answer.id}`));
    expect(again).toMatchObject({ id: answer.id, question: '广东的企业有哪些' });
    expect(namesOf(again)).toEqual(['白鹭游戏']);
  });
});

describe('examples', () => {
  test('are made for the user, and each of them is answered', async () => {
    const { list } = made(await founder.send<ReplyOf<typeof readExamples>>('GET', readExamples.path));
    const questions = list.flatMap((one) => one.questions);
    expect(questions.length).toBeGreaterThan(1);
    const kinds: string[] = [];
    for (const question of questions) kinds.push((await ask(question)).content.kind);
    expect(kinds.filter((kind) => !['list', 'number', 'groups'].includes(kind))).toEqual([]);
  });
});
