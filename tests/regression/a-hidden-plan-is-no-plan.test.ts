import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserHeader } from '#schemas/api/chat-people.ts';
import { type ExchangeWorld, openExchangeWorld } from '#tests/api/chat/exchange/exchange-world.ts';
import { hideByUpgrade, made, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { withoutField } from '#shared/metadata/field-placement.ts';

let world: ExchangeWorld;
beforeAll(async () => {
  world = await openExchangeWorld();
});
afterAll(() => world.close());

describe('a business plan whose field is hidden', () => {
  it('cannot be hidden by staff, who read what needs it', async () => {
    const company = savedDefinition(world.test, 'InsightCompany');
    const { code, msg } = await saveDefinition(world.test, withoutField(company, 'bp'));
    expect(code).not.toBe(0);
    expect(msg).toContain('企业名片与商业计划书');
  });

  it('is in no head of a conversation, where an earlier version hid it', async () => {
    const { founder, investor } = await world.talking();
    await world.plan(founder);
    const hasPlan = async () =>
      made(await investor.send<{ hasBp: boolean }>('GET', `/api/rong/sixin/msgHeader?uid=${founder.uid}`)).hasBp;
    const header = async () =>
      made(await investor.send<UserHeader>('GET', `/api/rong/sixin/userHeader?uid=${founder.uid}`)).companies[0];
    expect(await hasPlan()).toBe(true);
    await hideByUpgrade(world.test, 'InsightCompany', 'bp');
    await hideByUpgrade(world.test, 'InsightCompany', 'logo');
    expect(await hasPlan()).toBe(false);
    expect(await header()).toMatchObject({ ccid: founder.companyId, logo: null });
  });
});
