import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlipayNetwork, openAlipayNetwork } from '#tests/support/wallet/alipay-network.ts';
import { openCoinWorld, type CoinWorld } from '#tests/support/wallet/coin-world.ts';
import { openContactWorld, type ContactWorld } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { storedPlan } from '#tests/support/files/stored-file.ts';
import { type Answer, codeOf } from '#tests/support/app/test-app.ts';

const codesOf = (answers: readonly Answer<unknown>[]) => ({
  done: answers.filter(({ code }) => code === 0).length,
  refused: answers.filter(({ code }) => code === codeOf('TOO_MANY_REQUESTS')).length,
});

describe('orders', () => {
  let world: CoinWorld;
  let network: AlipayNetwork;
  beforeAll(async () => {
    network = await openAlipayNetwork();
    world = await openCoinWorld(network.gateway);
  });
  afterAll(async () => {
    await world.close();
    await network.close();
  });

  it('wait for their money ten at a time, however many are placed at once', async () => {
    const { productId } = await world.offer('60 鲸币');
    const place = () => world.post('member', '/api/orders', { productId });
    const answers = await Promise.all(Array.from({ length: 30 }, place));
    expect(codesOf(answers)).toEqual({ done: 10, refused: 20 });
  });
});

describe('what waits for a decision', () => {
  let world: ContactWorld;
  beforeAll(async () => {
    world = await openContactWorld();
  });
  afterAll(() => world.close());

  it('is fifty corrections of one person, however many are proposed at once', async () => {
    const investor = await world.person(['ORG_INVESTOR']);
    const companies = await Promise.all(Array.from({ length: 60 }, () => company(world)));
    const answers = await Promise.all(
      companies.map((id) =>
        investor.send('POST', '/api/metadata/correction', {
          objectApiName: 'InsightCompany',
          id,
          field: 'brief',
          value: '更正后的简介',
          reason: '与官网不一致',
        }),
      ),
    );
    expect(codesOf(answers)).toEqual({ done: 50, refused: 10 });
  });

  it('is fifty requests of one person for plans, however many are made at once', async () => {
    const { db } = world.test.services.database;
    const investor = await world.person(['ORG_INVESTOR']);
    const owners = await Promise.all(Array.from({ length: 54 }, () => world.contact()));
    for (const owner of owners) {
      const bp = await storedPlan(db, owner.uid);
      made(await owner.send('POST', '/api/rong/company/edit', { ccid: owner.companyId, bp }));
      const plan = { ccid: owner.companyId, restricted: true };
      made(await owner.send('POST', '/api/rong/sixin/settings', { plan }));
    }
    const ask = (ccid: string) => investor.send('POST', '/api/rong/plan/request', { ccid, message: '希望了解' });
    const answers = await Promise.all(owners.map(({ companyId }) => ask(companyId)));
    expect(codesOf(answers)).toEqual({ done: 50, refused: 4 });
  });
});

let companies = 0;
async function company({ test }: ContactWorld): Promise<string> {
  const { writer, now } = test.services;
  const context = { actor: 'system', roles: ['staff'], origin: 'sample', now: now() };
  companies += 1;
  return (await writer.create('InsightCompany', `limit-${companies}`, { name: `示例限额${companies}` }, context)).id;
}
