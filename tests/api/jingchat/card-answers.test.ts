import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#tests/support/account/people.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { askAs, contentOf, openAsking } from '#tests/support/assistant/asking.ts';

let app: TestApp;
let founder: SignedIn;
beforeAll(async () => {
  ({ app, founder } = await openAsking());
});
afterAll(() => app.close());
const ask = async (question: string, more = {}) => askAs(app, founder, question, more);

describe('the card of a record', () => {
  test('has the fields of the head of its page that hold something, and goes on to what links to it', async () => {
    const { answer, conversation } = await ask('介绍一下海马机器人');
    const card = contentOf(answer, 'record');
    expect(card).toMatchObject({ name: '海马机器人', sentence: '以下是企业“海马机器人”的主要信息。' });
    expect(card.columns.length).toBeGreaterThan(2);
    expect(card.columns).not.toContain('name');
    for (const column of card.columns) expect(card.row[column]).toBeDefined();
    expect(answer.plan).toMatchObject({ objectApiName: 'InsightCompany', parts: [] });
    const [next = ''] = answer.next;
    expect(next).toMatch(/^相关的/);
    const linked = await ask(next, { conversation: conversation.id, edit: { of: answer.id, next } });
    expect(contentOf(linked.answer, 'list').rows).toEqual([]);
  });

  test('is chosen from records that are nearly called so', async () => {
    const { answer } = await ask('介绍一下海马');
    const { choices } = contentOf(answer, 'ask');
    expect(choices).toEqual(['海马机器人（企业）']);
    const chosen = await ask('海马机器人', { edit: { of: answer.id, choose: choices[0] } });
    expect(contentOf(chosen.answer, 'record').name).toBe('海马机器人');
  });

  test('is that of a place of the list before, and is asked of by a field alone', async () => {
    const { answer: list, conversation } = await ask('北京的企业有哪些');
    const [, second] = contentOf(list, 'list').rows;
    const { answer } = await ask('第二个介绍一下', { conversation: conversation.id });
    expect(contentOf(answer, 'record').row.id).toBe(second?.id);
    const { answer: field } = await ask('成立时间呢', { conversation: conversation.id });
    expect(contentOf(field, 'record').sentence).toMatch(/^“.+机器人”的成立时间：20(?:19|20)-0[35]-01。$/);
  });

  test('says what one record holds in a field that is asked for', async () => {
    const { answer } = await ask('赤松医疗的运营状态');
    expect(contentOf(answer, 'list').sentence).toBe('“赤松医疗”的运营状态：运营中。');
  });
});
