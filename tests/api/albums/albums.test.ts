import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Album } from '#schemas/api/albums.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { storedFile, storedPicture } from '#tests/support/files/stored-file.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

let world: ContactWorld;
let owner: Contact;
let project: string;

beforeAll(async () => {
  world = await openContactWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  owner = await world.contact();
  project = await raise('融资中');
});

interface Answered {
  readonly code: number;
  readonly msg: string;
  readonly data: Album;
}
type Who = Pick<Person, 'cookie'>;
const STRANGER: Who = { cookie: '' };

async function raise(status: string): Promise<string> {
  const values = {
    name: '示例项目',
    company: { id: owner.companyId },
    status,
    ...(status === '已关闭' && { closedOn: '2026-11-20' }),
  };
  const body = { clientKey: `album-${owner.companyId}-${status}`, values };
  return made(await world.staff.send<RecordReply>('POST', '/api/metadata/data/InsightProject', body)).record.id;
}
const album = async (who: Who, id = project, object = 'InsightProject'): Promise<Answered> =>
  (
    await world.test.app.inject({ url: `/api/rong/album/${object}/${id}`, headers: { cookie: who.cookie } })
  ).json<Answered>();
const put = async (who: Pick<Person, 'send'>, values: object) => {
  const path = `/api/metadata/data/InsightCompany/${owner.companyId}`;
  const { record } = made(await owner.send<RecordReply>('GET', path));
  return who.send<RecordReply>('POST', path, { version: record.version, values });
};
const CLOSED = { code: codeOf('UNKNOWN_RECORD'), msg: '相册不存在或尚未公开' };

describe('the album of a project', () => {
  it('has what the members of the company put there, for everyone, also without an account, and nothing else', async () => {
    const { db } = world.test.services.database;
    const first = await storedPicture(db, owner.uid);
    const second = await storedFile(db, { name: 'second.png', mime: 'image/png', ownerId: owner.uid });
    made(
      await put(owner, {
        albumPicture1: first,
        albumCaption1: '样机',
        albumPicture3: second,
        albumCaption2: '没有图片的说明',
      }),
    );
    const { data } = await album(STRANGER);
    expect(data.pictures).toEqual([
      { url: first.url, caption: '样机' },
      { url: second.url, caption: '' },
    ]);
    expect(Object.keys(data).toSorted()).toEqual(['ccid', 'company', 'isOpen', 'isOwn', 'name', 'pictures']);
    expect([data.name, data.isOwn, data.isOpen]).toEqual(['示例项目', false, true]);
    expect((await album(STRANGER, owner.companyId, 'InsightCompany')).data.pictures).toEqual(data.pictures);
    made(await put(owner, { albumPicture1: null }));
    expect((await album(STRANGER)).data.pictures).toEqual([{ url: second.url, caption: '' }]);
  });

  it('is filled by members of the company alone, with pictures of their own', async () => {
    const { db } = world.test.services.database;
    const investor = await world.person(['ORG_INVESTOR']);
    const picture = await storedPicture(db, owner.uid);
    expect((await put(await world.contact(), { albumPicture1: picture })).code).toBe(codeOf('FORBIDDEN'));
    expect((await put(investor, { albumPicture1: picture })).code).toBe(codeOf('FORBIDDEN'));
    const foreign = await storedPicture(db, investor.uid);
    expect(await put(owner, { albumPicture1: foreign })).toMatchObject({ problems: [{ field: 'albumPicture1' }] });
    const secret = await storedPicture(db, owner.uid, 'private');
    expect(await put(owner, { albumPicture1: secret })).toMatchObject({ problems: [{ field: 'albumPicture1' }] });
    expect((await album(STRANGER)).data.pictures).toEqual([]);
  });

  it.each(['暂停融资', '融资完成', '已关闭'])(
    'of a project that is %s is for the company and staff alone',
    async (status) => {
      owner = await world.contact();
      const quiet = await raise(status);
      const others: Who[] = [STRANGER, await world.person(['ORG_INVESTOR']), await world.contact()];
      for (const who of others) {
        expect(await album(who, quiet)).toMatchObject(CLOSED);
        expect(await album(who, owner.companyId, 'InsightCompany')).toMatchObject(CLOSED);
      }
      for (const who of [owner, world.staff])
        expect((await album(who, quiet)).data).toMatchObject({ isOwn: true, isOpen: false, pictures: [] });
    },
  );

  it('is as one that is not there for every other address', async () => {
    for (const [id, object] of [
      ['999999999', 'InsightProject'],
      ['999999999', 'InsightCompany'],
      [owner.companyId, 'InsightOrg'],
      [owner.companyId, 'Nothing'],
    ] as const)
      expect(await album(STRANGER, id, object)).toMatchObject(CLOSED);
  });
});
