import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { type Contact, type ContactWorld, openContactWorld } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { storedFile, storedPicture, storedPlan } from '#tests/support/files/stored-file.ts';

const ELSEWHERE = '请上传文件，不支持外部地址';
const GONE = '文件不存在或已失效，请重新上传';
let world: ContactWorld;
let owner: Contact;
let stranger: Contact;

beforeAll(async () => {
  world = await openContactWorld();
  owner = await world.contact();
  stranger = await world.contact();
});
afterAll(() => world.close());

const db = () => world.test.services.database.db;
const edit = (body: object) => owner.send('POST', '/api/rong/company/edit', { ccid: owner.companyId, ...body });
const award = (certificate: object) =>
  owner.send<RecordReply>('POST', '/api/rong/user/award/add', {
    clientKey: `award-${Math.random()}`,
    values: { title: '示例奖项', certificate },
  });

describe('a form', () => {
  it.each([
    ['a program', 'https://evil.example/plan.exe'],
    ['a picture that every reader would load', 'https://evil.example/pixel.png'],
    ['a plan on another host', 'https://files.example.com/plan.pdf'],
  ])('refuses the address of %s in every field for files', async (_, url) => {
    const file = { url, name: 'a.pdf' };
    expect((await edit({ bp: file })).problems).toEqual([{ field: 'bp', message: ELSEWHERE }]);
    expect((await edit({ header: file })).problems).toEqual([{ field: 'header', message: ELSEWHERE }]);
    expect((await award(file)).problems).toContainEqual({ field: 'certificate', message: ELSEWHERE });
    const company = { clientKey: `company-${url.length}`, values: { name: '示例远方', logo: file } };
    const byStaff = await world.staff.send('POST', '/api/metadata/data/InsightCompany', company);
    expect(byStaff.problems).toEqual([{ field: 'logo', message: ELSEWHERE }]);
  });

  it('refuses the files of other people, public ones as well', async () => {
    const theirs = await storedPicture(db(), stranger.uid);
    expect((await edit({ header: theirs })).problems).toEqual([{ field: 'header', message: GONE }]);
    const plan = await storedPlan(db(), stranger.uid);
    expect((await edit({ bp: plan })).problems).toEqual([{ field: 'bp', message: GONE }]);
  });

  it('refuses a kind of file that its field does not declare', async () => {
    const table = await storedFile(db(), {
      name: 'a.xlsx',
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bucket: 'private',
      ownerId: owner.uid,
    });
    expect((await edit({ bp: table })).problems).toEqual([{ field: 'bp', message: '上传格式不正确' }]);
  });

  it('calls a file by the name and size that the server knows, whatever the client says', async () => {
    const plan = await storedPlan(db(), owner.uid);
    made(await edit({ bp: { ...plan, name: 'plan.hta', size: 1 } }));
    const { bp } = made(
      await world.staff.send<RecordReply>('GET', `/api/metadata/data/InsightCompany/${owner.companyId}`),
    ).record;
    expect(bp).toEqual(plan);
    // The same file under another name later changes nothing.
    made(await edit({ bp: { ...plan, name: 'plan.exe' } }));
    const again = await world.staff.send<RecordReply>('GET', `/api/metadata/data/InsightCompany/${owner.companyId}`);
    expect(made(again).record['bp']).toEqual(plan);
  });
});

describe('a row that staff import', () => {
  it('may name a logo on another host, which a founder keeps by not touching it', async () => {
    const { writer, now } = world.test.services;
    const logo = { url: 'https://logos.example.com/a.png', name: 'a.png' };
    const context = { actor: 'system', roles: ['staff'], origin: 'import:sheet.csv#1', now: now() };
    const rows = [{ key: 'one', values: { name: '示例外部标识', logo } }];
    const [outcome] = await writer.writeMany('InsightCompany', 'sheet', rows, context);
    expect(outcome).toMatchObject({ status: 'created' });
    const id = outcome?.status === 'created' ? outcome.id : '';
    const change = { version: 1, values: { logo, brief: '改了别的' } };
    const changed = await world.staff.send<RecordReply>('POST', `/api/metadata/data/InsightCompany/${id}`, change);
    expect(made(changed).record).toMatchObject({ logo, brief: '改了别的' });
  });
});
