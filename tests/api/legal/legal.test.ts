import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskedConsent, LegalText } from '#schemas/api/legal.ts';
import type { Profile } from '#schemas/api/session.ts';
import { storeLegal } from '#server/commands/seed/legal.ts';
import { type ContactWorld, openContactWorld } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf, TEST_NOW, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import type { SignedIn } from '#tests/support/account/people.ts';

let world: ContactWorld;
beforeAll(async () => {
  world = await openContactWorld();
  await storeLegal(world.test.services.database, TEST_NOW);
});
afterAll(() => world.close());

type Who = Pick<SignedIn, 'send'>;
interface VersionRow {
  readonly id: string;
  readonly version: number;
  readonly kind: string;
  readonly number?: number;
  readonly state: string;
  readonly agreed: number;
}
const asked = async (who: Who) => made(await who.send<{ list: AskedConsent[] }>('GET', '/api/legal/asked')).list;
const agree = (who: Who, editions: object[]) =>
  who.send<{ list: AskedConsent[] }>('POST', '/api/legal/agree', { editions });
const text = (kind: string, more = '') => world.test.get<LegalText>('visitor', `/api/legal/text/${kind}${more}`);
const editionsOf = (list: readonly AskedConsent[]) => list.map(({ kind, number }) => ({ kind, number }));
async function versions(): Promise<VersionRow[]> {
  const fields = ['kind', 'number', 'state', 'agreed'];
  const body = { objectApiName: 'LegalVersion', fields, pageSize: 100 };
  return made(await world.staff.send<{ list: VersionRow[] }>('POST', '/api/metadata/data/getLayoutAndDataList', body))
    .list;
}
let keys = 0;
async function drafted(kind: string, body = '## 新的内容', summary = '增加了一节'): Promise<VersionRow> {
  keys += 1;
  const draft = { kind, title: '用户协议', summary, body, clientKey: `legal-test-${keys}` };
  const { id } = made(await world.staff.send<{ id: string }>('POST', '/api/staff/legal', draft));
  const row = (await versions()).find((one) => one.id === id);
  if (!row) throw new Error('the draft is in no list');
  return row;
}
const step = (row: VersionRow, name: string, more: object = {}) =>
  world.staff.send('POST', `/api/staff/legal/${row.id}/${name}`, { version: row.version, ...more });

describe('Terms and policies', () => {
  it('are open to visitors, and say what this product does with data', async () => {
    for (const kind of ['terms', 'privacy', 'data']) {
      const shown = made(await text(kind));
      expect(shown).toMatchObject({ kind, number: 1, isCurrent: true, agreedAt: null });
      expect(shown.body.length).toBeGreaterThan(500);
    }
    expect(made(await text('data')).body).toContain('kr_plus_id');
    expect((await text('terms', '?number=9')).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await text('cookies')).code).not.toBe(0);
  });

  it('are asked of every account until it agrees, and lock none out meanwhile', async () => {
    const person = await world.person();
    expect(editionsOf(await asked(person))).toEqual([
      { kind: 'terms', number: 1 },
      { kind: 'privacy', number: 1 },
    ]);
    made(await person.send<Profile>('GET', '/api/rong/user/profile/v2'));
    expect(made(await agree(person, [{ kind: 'terms', number: 1 }])).list.map(({ kind }) => kind)).toEqual(['privacy']);
    expect(made(await agree(person, [{ kind: 'privacy', number: 1 }])).list).toEqual([]);
    expect((await world.test.get('visitor', '/api/legal/asked')).status).toBe(401);
  });

  it('are kept for the account with version, time and way, in the copy of its data as well', async () => {
    const person = await world.person();
    made(await agree(person, editionsOf(await asked(person))));
    const { text: copy } = made(
      await person.send<{ text: string }>('POST', '/api/rong/user/data', { password: TEST_PASSWORD }),
    );
    const consent = { number: 1, at: TEST_NOW.toISOString(), way: 'signUp' };
    expect((JSON.parse(copy) as { consents: unknown }).consents).toMatchObject([
      { kind: 'privacy', ...consent },
      { kind: 'terms', ...consent },
    ]);
  });

  it('are asked again when a new version is published, with what is different, and only that document', async () => {
    const person = await world.person();
    made(await agree(person, editionsOf(await asked(person))));
    const draft = await drafted('terms');
    expect(await asked(person)).toEqual([]);
    expect((await world.test.post('investor', `/api/staff/legal/${draft.id}/publish`, { version: 1 })).status).toBe(
      403,
    );
    made(await step(draft, 'publish'));
    const [again, ...others] = await asked(person);
    expect(again).toMatchObject({ kind: 'terms', number: 2, summary: '增加了一节', isChange: true });
    expect(others).toEqual([]);
    // What was on screen is another version than the one that holds.
    expect((await agree(person, [{ kind: 'terms', number: 1 }])).code).toBe(codeOf('CONFLICT'));
    made(await agree(person, [{ kind: 'terms', number: 2 }]));
    expect(await asked(person)).toEqual([]);
    const shown = made(await text('terms'));
    expect([shown.number, shown.body, shown.editions.map(({ number }) => number)]).toEqual([2, '## 新的内容', [2, 1]]);
    expect(made(await text('terms', '?number=1'))).toMatchObject({ number: 1, isCurrent: false });
    expect((await versions()).find(({ id }) => id === draft.id)).toMatchObject({ state: 'current', agreed: 1 });
  });

  it('are never changed once they are published, not by staff and not by a statement', async () => {
    const draft = await drafted('privacy');
    made(await step(draft, 'change', { body: '## 改过的内容' }));
    expect((await step(draft, 'publish')).code).toBe(codeOf('CONFLICT'));
    const changed = { ...draft, version: draft.version + 1 };
    made(await step(changed, 'publish'));
    for (const name of ['change', 'publish', 'discard'])
      expect((await step({ ...changed, version: changed.version + 1 }, name)).code).toBe(codeOf('CONFLICT'));
    const { db } = world.test.services.database;
    const change = db.updateTable('legal_version').set({ body: '别的' }).where('id', '=', draft.id).execute();
    await expect(change).rejects.toThrow('a published version is never changed');
  });

  it('have drafts that staff may throw away, and a key drafts once', async () => {
    const draft = await drafted('data');
    made(await step(draft, 'discard'));
    expect((await versions()).some(({ id }) => id === draft.id)).toBe(false);
    const body = { kind: 'data', title: '说明', body: '内容', clientKey: 'legal-test-again' };
    const send = async () => made(await world.staff.send<{ id: string }>('POST', '/api/staff/legal', body)).id;
    expect(await send()).toBe(await send());
  });

  it('are not published again by a start', async () => {
    const before = (await versions()).length;
    await storeLegal(world.test.services.database, TEST_NOW);
    expect((await versions()).length).toBe(before);
  });
});
