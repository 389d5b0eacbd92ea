import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { browserOf, takeCopy } from '#tests/support/account/people.ts';
import {
  answer,
  ask,
  type ExchangeWorld,
  type Investor,
  openExchangeWorld,
  standing,
  values,
} from './exchange-world.ts';

let world: ExchangeWorld;
let founder: Contact;
let investor: Investor;

beforeAll(async () => {
  world = await openExchangeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ founder, investor } = await world.talking());
});

const close = (who: Contact | Investor) => who.send('POST', '/api/rong/user/close', { password: TEST_PASSWORD });

describe('closing an account', () => {
  it('takes away what others were given of it and what it was given, and ends what waits', async () => {
    const done = made(await ask(investor, founder, 'PHONE')).exchangeId;
    made(await answer(founder, done, 1));
    const waiting = made(await ask(founder, investor, 'WEIXIN')).exchangeId;
    made(await close(investor));
    const { pool } = world.test.services.database;
    const { rows } = await pool.query('select 1 from chat_grant where $1 in (viewer_id, owner_id)', [investor.uid]);
    expect(rows).toEqual([]);
    expect(made(await values(founder, done))).toMatchObject({ state: 'agreed', mine: null, theirs: null });
    expect(made(await values(founder, waiting)).state).toBe('expired');
    expect((await standing(founder, investor)).pending).toEqual([]);
    expect((await ask(founder, investor, 'WEIXIN')).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('while the other agrees ends with nothing that is left of it', async () => {
    const { exchangeId } = made(await ask(investor, founder, 'PHONE'));
    const [closed, agreed] = await Promise.all([close(investor), answer(founder, exchangeId, 1)]);
    expect(closed.code).toBe(0);
    expect(agreed.status).toBeLessThan(500);
    expect(made(await values(founder, exchangeId)).theirs).toBeNull();
  });
});

describe('the copy of one’s data', () => {
  it('has what one wrote, asked for and delivered, and nothing of the other’s', async () => {
    const { exchangeId } = made(await ask(investor, founder, 'PHONE'));
    made(await answer(founder, exchangeId, 1));
    const { text } = await takeCopy(browserOf(world.test.app, investor.cookie));
    const { chat } = JSON.parse(text) as {
      chat: { messages: object[]; exchanges: object[]; deliveries: object[] };
    };
    expect(chat.messages).toMatchObject([
      { peer: founder.uid, type: 0, body: '您好' },
      { peer: founder.uid, type: 10 },
    ]);
    expect(chat.exchanges).toMatchObject([{ kind: 'PHONE', state: 'agreed', requester_id: investor.uid }]);
    expect(chat.deliveries).toEqual([]);
    expect(text).not.toContain(founder.phone.slice(3));
  });
});
