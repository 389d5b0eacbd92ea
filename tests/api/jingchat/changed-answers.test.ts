import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#schemas/api/jingchat.ts';
import { askQuestion } from '#schemas/api/jingchat.ts';
import type { Edit } from '#schemas/api/jingchat-plan.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { askAs, contentOf, openAsking } from '#tests/support/assistant/asking.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let founder: SignedIn;
beforeAll(async () => {
  ({ app, founder } = await openAsking());
});
afterAll(() => app.close());

const ask = async (question: string, edit?: Edit): Promise<Answer> =>
  (await askAs(app, founder, question, edit && { edit })).answer;
const namesOf = (answer: Answer) => contentOf(answer, 'list').rows.map(({ name }) => name);
const textsOf = ({ plan }: Answer) => plan?.parts.map(({ text }) => text);
const refusal = (edit: Edit) => founder.send('POST', askQuestion.path, { question: '改条件', edit });

describe('the conditions of an answer', () => {
  test('come as filters, and others in their place give the answer of the question that says the same', async () => {
    const before = await ask('北京的企业有哪些');
    const shanghai = await ask('上海的企业有哪些');
    const filter = shanghai.plan?.parts[0]?.filter;
    const changed = await ask('改为上海', { of: before.id, filter });
    expect(namesOf(changed)).toEqual(namesOf(shanghai));
    expect(changed.plan).toEqual(shanghai.plan);
  });

  test('are all taken away by none in their place, and more are added beside them', async () => {
    const before = await ask('北京的企业有多少家');
    const all = await ask('不限', { of: before.id, filter: null });
    expect(all.plan?.parts).toEqual([]);
    expect(contentOf(all, 'number').figures).toEqual(contentOf(await ask('企业有多少家'), 'number').figures);
    const own = before.plan?.parts[0]?.filter;
    const more = await ask('再加', {
      of: before.id,
      filter: { and: [own, { field: 'name', op: 'contains', value: '海马' }] },
    });
    expect(textsOf(more)).toHaveLength(2);
    expect(contentOf(more, 'number').figures[0]?.text).toBe('1 家');
  });

  test('are refused with the place where no list of the user could be filtered so', async () => {
    const before = await ask('北京的企业有哪些');
    const wrong = await refusal({ of: before.id, filter: { field: 'noSuchField', op: 'eq', value: 1 } });
    expect(wrong).toMatchObject({ status: 400, problems: [{ field: 'filter.field' }] });
    const many = await refusal({ of: before.id, filter: { and: [{ field: 'name', op: 'nonsense', value: 'x' }] } });
    expect(many.status).toBe(400);
    expect(many.problems?.[0]?.field).toContain('filter.and[0]');
  });
});

describe('what else an answer was made by', () => {
  test('is exchanged for any choice it comes with, each of which answers', async () => {
    const before = await ask('各行业的企业数量');
    const [groups, number] = before.plan?.shape ?? [];
    expect(groups?.choices.length).toBeGreaterThan(1);
    expect(number?.choices).toContain('融资总额合计');
    for (const [at, part] of (before.plan?.shape ?? []).entries())
      for (const choice of part.choices) {
        const { content, plan } = await ask(choice, { of: before.id, shape: { at, choice } });
        expect({ choice, kind: content.kind }).toEqual({ choice, kind: 'groups' });
        expect(plan?.shape[at]?.text).toBe(choice);
      }
  });

  test('is an order that turns round, and a number of rows', async () => {
    const before = await ask('融资总额最高的 2 家企业');
    const shape = before.plan?.shape.map(({ text }) => text) ?? [];
    const place = shape.indexOf('融资总额从高到低');
    const turned = await ask('从低到高', { of: before.id, shape: { at: place, choice: '融资总额从低到高' } });
    expect(namesOf(turned)).not.toEqual(namesOf(before));
    const rows = await ask('五家', { of: before.id, shape: { at: shape.indexOf('前 2 家'), choice: '前 5 家' } });
    expect(namesOf(rows)).toHaveLength(5);
    expect(namesOf(rows).slice(0, 2)).toEqual(namesOf(before));
  });

  test('is nothing that was not offered', async () => {
    const before = await ask('各行业的企业数量');
    expect(await refusal({ of: before.id, shape: { at: 0, choice: '按心情分组' } })).toMatchObject({
      status: 422,
      msg: '这一项已不适用，请重新提问',
    });
  });
});
