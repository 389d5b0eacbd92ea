import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContactButton } from '#schemas/api/contacts.ts';
import type { KeptList, ListShare } from '#schemas/api/kept-lists.ts';
import { listNotes, type Note } from '#schemas/api/notes.ts';
import { changePersonPage } from '#schemas/api/person-page.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { NoteWorld } from '#tests/support/notes.ts';

let world: ContactWorld;
let founder: Contact;
let viewer: Person;
let lists = 0;
let versions: Map<string, number>;

beforeAll(async () => {
  world = await openContactWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  versions = new Map();
  founder = await world.contact();
  viewer = await world.person(['ORG_INVESTOR'], { vip: true });
});

const db = () => world.test.services.database.db;
/** A user opens the own page to members, or closes it. */
async function turn(who: Person, isOpen: boolean): Promise<void> {
  const version = versions.get(who.uid) ?? 1;
  versions.set(who.uid, version + 1);
  made(await who.send('POST', changePersonPage.path, { version, isOpen }));
}
const button = async (query: string) =>
  made(await viewer.send<ContactButton>('GET', `/api/rong/contactButton?${query}`));
const opened = async () => made(await viewer.open(founder.uid));

/** What the viewer shares with the founder, and the founder with the viewer. */
async function shared() {
  const body = { objectApiName: 'InsightCompany', name: `清单${(lists += 1)}` };
  const list = made(await founder.send<KeptList>('POST', '/api/list', body));
  const { username } = await db()
    .selectFrom('account')
    .select('username')
    .where('id', '=', viewer.uid)
    .executeTakeFirstOrThrow();
  const share = { account: username, role: 'view' };
  const shares = made(await founder.send<ListShare[]>('POST', `/api/list/${list.id}/share`, share));
  const all = made(await viewer.send<KeptList[]>('GET', '/api/list'));
  return { shares, list: all.find(({ id }) => id === list.id) };
}

describe('The name of a user leads to the page of the user', () => {
  it('in the contact panel and on the card that it opens, as long as the page is open', async () => {
    expect([(await button(`ccid=${founder.companyId}`)).page, (await opened()).page]).toEqual([undefined, undefined]);
    await turn(founder, true);
    const both = [(await button(`ccid=${founder.companyId}`)).page, (await opened()).page];
    expect(both).toEqual([founder.uid, founder.uid]);
    await turn(founder, false);
    expect([(await button(`ccid=${founder.companyId}`)).page, (await opened()).page]).toEqual([undefined, undefined]);
  });

  it('in shared lists: of the owner to readers, and of readers to the owner', async () => {
    const before = await shared();
    expect([before.list?.ownerPage, before.shares[0]?.page]).toEqual([undefined, undefined]);
    await turn(founder, true);
    await turn(viewer, true);
    const after = await shared();
    expect([after.list?.ownerPage, after.shares[0]?.page]).toEqual([founder.uid, viewer.uid]);
  });

  it('in notes: of the author to others, and of those whom a note mentions', async () => {
    const notes = new NoteWorld(world.test);
    const institution = await notes.record('InsightOrg', { name: `示例同事资本${founder.uid}` });
    const colleague = await world.person(['ORG_INVESTOR']);
    for (const { uid } of [viewer, colleague]) await notes.link(uid, institution);
    const more = { sharing: 'institution', mentions: [colleague.uid] };
    made(await notes.write(viewer, founder.companyId, `请看 @${colleague.name}`, more));
    const query = `objectApiName=InsightCompany&recordId=${founder.companyId}`;
    const read = async (who: Person): Promise<Note | undefined> =>
      made(await who.send<{ list: Note[] }>('GET', `${listNotes.path}?${query}`)).list[0];
    const mention = { id: colleague.uid, name: colleague.name };
    expect((await read(colleague))?.mentions).toEqual([mention]);
    for (const who of [viewer, colleague]) await turn(who, true);
    const note = await read(colleague);
    expect([note?.authorPage, note?.mentions]).toEqual([viewer.uid, [{ ...mention, page: colleague.uid }]]);
    expect((await read(viewer))?.authorPage).toBeUndefined();
  });

  it('never of an account that is frozen or closed', async () => {
    await turn(founder, true);
    for (const end of [{ frozen_at: '2026-11-20T00:00:00Z' }, { frozen_at: null, closed_at: '2026-11-20T00:00:00Z' }]) {
      await db().updateTable('account').set(end).where('id', '=', founder.uid).execute();
      expect((await button(`uid=${founder.uid}`)).page).toBeUndefined();
      expect((await shared().catch(() => undefined))?.list?.ownerPage).toBeUndefined();
    }
  });

  it('and nothing says whether there is an account: an unknown one, and one that no record leads to, look the same', async () => {
    const stranger = await world.person();
    await turn(stranger, true);
    const { contactUid: _asked, ...unknown } = await button('uid=987654321');
    const { contactUid: _known, ...known } = await button(`uid=${stranger.uid}`);
    expect(known).toEqual(unknown);
  });
});
