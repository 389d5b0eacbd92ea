import { afterAll, beforeAll, expect, it } from 'vitest';
import { made } from '#tests/support/editing.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';
import { type IdentityWorld, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';

let world: IdentityWorld;
let staff: Person;
let company: string;
beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('desk', ['staff']);
  company = await record('InsightCompany', { name: '星河云图', legalName: '深圳星河云图科技有限公司' });
});
afterAll(() => world.close());

async function record(objectApiName: string, values: object): Promise<string> {
  const context = { actor: 'system', roles: ['staff'], origin: 'sample', now: TEST_NOW };
  const { writer } = world.test.services;
  return (await writer.create(objectApiName, `like-${JSON.stringify(values)}`, values, context)).id;
}

it('Staff see the companies that a new one looks like, until they have decided on it', async () => {
  const who = await world.person('founder-like');
  const names = { name: '星河云图', fullName: '星河云图科技（深圳）有限公司' };
  const { id } = made(await world.submit(who, 'founder', names));
  expect((await world.dossier(staff, id)).lookalikes).toMatchObject([
    { objectApiName: 'InsightCompany', id: company, name: '星河云图' },
  ]);
  made(await world.approve(staff, id, { linkTo: company }));
  expect((await world.dossier(staff, id)).lookalikes).toEqual([]);
});

it('Staff see other records that look like a company that is claimed, and never that one itself', async () => {
  const other = await record('InsightCompany', {
    name: '星河',
    legalName: '深圳市星河云图科技股份有限公司',
  });
  const who = await world.person('claimer');
  const { id } = made(await world.submit(who, 'claim', { companyId: { id: other } }));
  const { lookalikes } = await world.dossier(staff, id);
  expect(lookalikes.map(({ id: each }) => each)).toEqual([company]);
});

it('Nothing looks like a new company of a name of its own', async () => {
  const who = await world.person('founder-alone');
  const { id } = made(await world.submit(who, 'founder', { name: '独一无二', fullName: '独一无二新材料有限公司' }));
  expect((await world.dossier(staff, id)).lookalikes).toEqual([]);
});

it('Staff see the institutions that the typed one of an investor looks like', async () => {
  const institution = await record('InsightOrg', { name: '示例创投', legalName: '深圳示例创业投资有限公司' });
  const who = await world.person('investor-like');
  const { id } = made(await world.submit(who, 'investor', { orgName: '深圳市示例创业投资有限公司' }));
  expect((await world.dossier(staff, id)).lookalikes).toMatchObject([{ objectApiName: 'InsightOrg', id: institution }]);
});
