import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { browserOf } from '#tests/support/account/people.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import {
  answer,
  ask,
  deliver,
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

describe('a project card', () => {
  it('is of a company that one speaks for, whose plan one has; any other is as one that is not there', async () => {
    await world.plan(founder);
    const other = await world.founder();
    await world.plan(other);
    const nothing = await deliver(founder, investor.uid, '999999999');
    expect(nothing.code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(await deliver(founder, investor.uid, other.companyId)).toEqual(nothing);
    expect(await deliver(investor, founder.uid, founder.companyId)).toEqual(nothing);
    expect((await standing(investor, founder)).hasBp).toBe(false);
  });

  it('says what the record says, and nothing that its sender brings along', async () => {
    await world.plan(founder);
    const path = `/mobi-investor/sixin/v3/${founder.companyId}/sendCompanyInfo`;
    const body = { uid: investor.uid, ccid: founder.companyId, chatIdentity: 'entrepreneur' };
    for (const forged of [
      { ...body, name: '<script>alert(1)</script>' },
      { ...body, logo: 'https://evil.example/a.png' },
      { ...body, chatIdentity: 'staff' },
      { ...body, ccid: '1' },
    ])
      expect(await founder.send('POST', path, forged)).toMatchObject({ status: 422 });
    expect((await standing(investor, founder)).hasBp).toBe(false);
  });
});

describe('what two people exchange', () => {
  it('is written into no log, nor is what they say', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const app = fromOwnPage(await createApp(world.test.services, { logger: { level: 'trace', stream } }));
    const [his, hers] = [founder, investor].map((person) => ({ ...person, ...browserOf(app, person.cookie) }));
    if (!his || !hers) throw new Error('two people');
    for (const [kind, value] of [
      ['PHONE', founder.phone],
      ['WEIXIN', founder.weixin],
    ] as const) {
      const { exchangeId } = made(await ask(hers as Investor, his as Contact, kind));
      made(await answer(his as Contact, exchangeId, 1));
      expect(made(await values(hers, exchangeId)).theirs).toBe(value);
    }
    const clientId = '00000000-0000-4000-8000-000000000001';
    const content = '这句话只给您看';
    const body = { clientId, content, type: 0, seenSeq: 0 };
    made(await hers.send('POST', `/api/rong/sixin/${founder.uid}`, body));
    expect((await hers.send('POST', `/api/rong/sixin/${founder.uid}`, { ...body, content: '另一句' })).code).not.toBe(
      0,
    );
    await app.close();
    const log = lines.join('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const secret of [content, '另一句', founder.weixin, investor.weixin]) expect(log).not.toContain(secret);
    for (const { phone } of [founder, investor]) expect(log).not.toContain(phone.slice(3));
  });
});
