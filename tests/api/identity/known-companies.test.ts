import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { made } from '#tests/support/editing.ts';
import { type IdentityWorld, openIdentityWorld } from '#tests/support/account/identity-world.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

describe('a new company that is known and spoken for', () => {
  it('is not filed: its founder is asked to claim it instead', async () => {
    const staff = await world.person('known-staff', ['staff']);
    const company = await world.company('已被认领的企业');
    const first = await world.person('first-founder');
    const claimed = made(await world.submit(first, 'claim', { companyId: { id: company } }));
    made(await world.approve(staff, claimed.id));
    const second = await world.person('second-founder');
    const refused = await world.submit(second, 'founder', { name: '已被认领的企业' });
    expect(refused).toMatchObject({ code: codeOf('DUPLICATE'), data: { companyId: company, claimed: true } });
    expect(refused.msg).toContain('请改为认领该企业');
    expect(made(await second.get<{ list: unknown[] }>('/api/rong/user/audit/detail')).list).toEqual([]);
  });
});
