import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { type ChatWorld, openChatWorld } from '#tests/support/chat/chat-world.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

let world: ChatWorld;
beforeAll(async () => {
  world = await openChatWorld();
});
afterAll(() => world.close());

const NOBODY = '999999999';

describe('a message', () => {
  it('belongs to the user whose session sends it: naming another user is refused', async () => {
    const [left, right] = await world.pair();
    const third = await world.person();
    const body = () => ({ clientId: randomUUID(), content: '您好', type: 0, seenSeq: 0 });
    for (const forged of [{ uid: third.uid }, { senderId: third.uid }, { sender_id: third.uid }, { sent: false }])
      expect(await left.send('POST', `/api/rong/sixin/${right.uid}`, { ...body(), ...forged })).toMatchObject({
        status: 422,
      });
    expect((await right.list()).list).toEqual([]);
    await left.say(right, '您好');
    expect((await right.dialog(left)).list).toMatchObject([{ uid: left.uid, sent: false }]);
    expect((await third.list()).list).toEqual([]);
  });

  it.each(Object.entries(MESSAGE_TYPES).filter(([name]) => name !== 'text' && name !== 'picture'))(
    'cannot be a %s: those the server writes itself',
    async (_, type) => {
      const [left, right] = await world.pair();
      const content = JSON.stringify({ ccid: '1', name: '某公司', logo: null, brief: '', hasBp: true });
      expect(await left.write(right, content, { type })).toMatchObject({ status: 422, code: codeOf('INVALID_BODY') });
      expect((await right.list()).list).toEqual([]);
    },
  );

  it('that holds what a card or a request holds stays a text', async () => {
    const [left, right] = await world.pair();
    for (const content of [
      '{"ccid":"1","name":"某公司","logo":null,"brief":"","hasBp":true}',
      '{"exchangeId":"00000000-0000-4000-8000-000000000000","kind":"PHONE","state":"pending"}',
    ])
      expect(await left.say(right, content)).toMatchObject({ type: MESSAGE_TYPES.text, content });
  });
});

describe('a user who tries numbers of people', () => {
  it('learns nothing of a user to whom nothing leads: all is answered as for an unknown user', async () => {
    const left = await world.person();
    const stranger = await world.person(['START_UP'], { isStranger: true });
    const asked = async (uid: string) => {
      const answers = await Promise.all([
        left.send('GET', `/api/rong/sixin/dialog/${uid}`),
        left.send('GET', `/api/rong/sixin/contactInfo?uid=${uid}`),
        left.send('GET', `/api/rong/sixin/userHeader?uid=${uid}`),
        left.send('GET', `/api/rong/sixin/msgHeader?uid=${uid}`),
        left.send('GET', `/api/rong/contactNum?uid=${uid}`),
        left.read({ uid }, 1),
        left.block({ uid }, 1),
        left.pin({ uid }, 1),
        left.recall({ uid }, 1),
        left.send('POST', '/api/rong/requestContact', { uid, type: 'PHONE', clientId: randomUUID() }),
      ]);
      return answers.map(({ status, code, msg, data }) => ({ status, code, msg, data }));
    };
    expect(await asked(stranger.uid)).toEqual(await asked(NOBODY));
  });
});
