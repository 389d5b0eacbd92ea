import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlocksReply } from '#schemas/api/details.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { DATA, FinancingWorld } from '#tests/support/financing/financing-world.ts';

let world: FinancingWorld;
let founder: Contact;
let editor: Person;
/** A founder of another company. */
let other: Contact;
beforeAll(async () => {
  world = await FinancingWorld.open();
  founder = await world.contacts.contact();
  other = await world.contacts.contact();
  editor = await world.contacts.person();
  await world.join(editor, founder);
});
afterAll(() => world.close());

const open = (who: Pick<Person, 'send'>, objectApiName: string, id: string | undefined) =>
  who.send<RecordReply>('GET', `${DATA}/${objectApiName}/${id}`);

/** A list on the page of a company, by what its rows are. */
async function listOf(who: Pick<Person, 'send'>, objectApiName: string, companyId: string) {
  const definition = made(await who.send<ObjectDefinition>('GET', '/api/metadata/object/InsightCompany'));
  const related = definition.layouts.detail.related.findIndex((list) => list.objectApiName === objectApiName);
  const body = { objectApiName: 'InsightCompany', id: companyId, related: [{ related }], charts: [] };
  return made(await who.send<BlocksReply>('POST', `${DATA}/getDetailBlocks`, body)).related[0];
}

it('The project of a company is open to its members without VIP, and to the founders of other companies no more than before', async () => {
  const project = (await world.raising(founder)).project?.id;
  for (const who of [founder, editor]) {
    const { record, locked, editable } = made(await open(who, 'InsightProject', project));
    expect(record).toMatchObject({ id: project, targetRound: 'A轮', useOfProceeds: '用于产线建设与市场拓展' });
    expect(locked).toEqual(['bp']);
    expect(editable).toBe(false);
  }
  expect((await open(other, 'InsightProject', project)).code).toBe(codeOf('VIP_REQUIRED'));
  await world.leave(editor, founder);
  expect((await open(editor, 'InsightProject', project)).code).toBe(codeOf('VIP_REQUIRED'));
});

it('The team on the page of a company is open to its members without VIP, one by one too, while other teams stay closed', async () => {
  const { staff } = world.contacts;
  const values = (companyId: string) => ({ name: '示例队员', company: { id: companyId }, title: '首席技术官' });
  const add = async (companyId: string) => {
    const body = { clientKey: `team-of-${companyId}`, values: values(companyId) };
    return made(await staff.send<RecordReply>('POST', `${DATA}/TeamMember`, body)).record.id;
  };
  const [own, foreign] = [await add(founder.companyId), await add(other.companyId)];
  const team = await listOf(founder, 'TeamMember', founder.companyId);
  expect(team?.page?.list).toMatchObject([{ id: own, name: '示例队员', title: '首席技术官' }]);
  expect(made(await open(founder, 'TeamMember', own)).record).toMatchObject({ title: '首席技术官' });
  made(await founder.send<ObjectDefinition>('GET', '/api/metadata/object/TeamMember'));

  expect((await open(founder, 'TeamMember', foreign)).code).toBe(codeOf('VIP_REQUIRED'));
  const body = { objectApiName: 'TeamMember', pageSize: 10 };
  expect((await founder.send('POST', `${DATA}/getLayoutAndDataList`, body)).code).toBe(codeOf('VIP_REQUIRED'));
});
