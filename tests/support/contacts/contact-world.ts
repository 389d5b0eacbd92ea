import type { OpenedContact } from '#schemas/api/contacts.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { grantCoins } from '#server/platform/coins/ledger.ts';
import { speakFor } from './company-member.ts';
import { made } from '#tests/support/editing.ts';
import { newAccount, signInBy, type SignedIn } from '#tests/support/account/people.ts';
import { type Answer, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** People whose contacts are seen, and people who see them, at an instant that a test may move. */
export interface ContactWorld {
  readonly test: TestApp;
  /** The instant of the server, from now on. */
  readonly setTime: (at: string) => void;
  /** A person of the test's own, signed in. */
  readonly person: (roles?: readonly string[], more?: { vip?: boolean; phone?: string }) => Promise<Person>;
  /** A person who is the contact of a company that is made for him; his WeChat and the like are set. */
  readonly contact: (roles?: readonly string[]) => Promise<Contact>;
  readonly staff: SignedIn;
  readonly giveCoins: (uid: string, amount: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Person extends SignedIn {
  readonly uid: string;
  readonly name: string;
  readonly open: (uid: string) => Promise<Answer<OpenedContact>>;
  readonly buy: (uid: string, price?: string) => Promise<Answer<OpenedContact>>;
}

export interface Contact extends Person {
  readonly companyId: string;
  readonly phone: string;
  readonly weixin: string;
  readonly email: string;
}

/** Opens the app on a clock of the test's own, beginning at TEST_NOW. */
export async function openContactWorld(): Promise<ContactWorld> {
  let clock = TEST_NOW;
  const test = await openTestApp(undefined, { now: () => clock });
  const { db } = test.services.database;
  const staff = await lasting('staff');
  let people = 0;

  /** Signs in again when the clock has been moved so far that a session would be over. */
  async function lasting(username: string): Promise<SignedIn> {
    let since = clock;
    let browser = await signInBy(test, username);
    const send: SignedIn['send'] = async (...call) => {
      if (Math.abs(clock.getTime() - since.getTime()) > 20 * DAY_MS) {
        since = clock;
        browser = await signInBy(test, username);
      }
      return browser.send(...call);
    };
    return { cookie: browser.cookie, send };
  }

  async function person(roles: readonly string[] = [], more: { vip?: boolean; phone?: string } = {}): Promise<Person> {
    people += 1;
    const username = `person-${people}`;
    const name = `示例用户${people}`;
    const uid = await newAccount(test, { username, name, roles: [...roles], ...(more.phone && { phone: more.phone }) });
    if (more.vip) await db.updateTable('account').set({ vip_type: 3 }).where('id', '=', uid).execute();
    const browser = await lasting(username);
    const form = (values: Record<string, string>) => new URLSearchParams(values);
    return {
      ...browser,
      uid,
      name,
      open: (target) => browser.send('POST', '/api/rong/dealContact', form({ uid: target })),
      buy: (target, requiredOS = '60') =>
        browser.send('POST', '/api/rong/buyUserContact', form({ uid: target, requiredOS })),
    };
  }

  async function contact(roles: readonly string[] = ['START_UP']): Promise<Contact> {
    // Behind the numbers of the sample accounts.
    const number = String(people + 101).padStart(3, '0');
    const phone = `+8619900000${number}`;
    const owner = await person(roles, { phone });
    const body = { clientKey: `company-${number}`, values: { name: `示例企业${number}` } };
    const company = made(await staff.send<RecordReply>('POST', '/api/metadata/data/InsightCompany', body));
    const companyId = company.record.id;
    await speakFor(db, owner.uid, companyId, people);
    const values = { weixin: `jingtu-test-${number}`, email: `contact-${number}@example.com` };
    const shown = { exposePhone: true, exposeWeixin: true };
    made(await owner.send('POST', '/api/rong/sixin/settings', { ...values, ...shown }));
    return { ...owner, companyId, phone, ...values };
  }

  return {
    test,
    setTime: (at) => (clock = new Date(at)),
    person,
    contact,
    staff,
    giveCoins: async (uid, amount) => {
      const gift = { accountId: uid, amount, key: `test:${uid}:${amount}`, reason: '测试', by: null };
      await db.transaction().execute((trx) => grantCoins(trx, gift, TEST_NOW));
    },
    close: test.close,
  };
}
