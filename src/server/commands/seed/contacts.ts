import { randomBytes } from 'node:crypto';
import type { ViewTerms } from '#schemas/api/contact-views.ts';
import type { ContactKind } from '#schemas/api/contacts.ts';
import type { Database, Db } from '#server/db/database.ts';
import { ContactCards } from '#server/platform/contact-cards/contact-cards.ts';
import { keepExposure } from '#server/platform/contact-cards/queries.ts';
import { linkParty } from '#server/platform/parties/queries.ts';
import { recordView, viewsOf } from '#server/features/contacts/view-queries.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { accountIdOf, insertAccounts } from './queries.ts';
import type { SampleAccount } from '#sample/sample-accounts.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** Users who can be contacted at unclaimed companies; their random passwords are not kept. */
const CONTACTS = [1, 2, 3, 4, 5].map((number): SampleAccount => ({
  username: `sample-contact-${number}`,
  name: `示例联系人${'一二三四五'[number - 1] ?? ''}`,
  phone: `+861990000002${number}`,
  roles: ['START_UP'],
  isSvip: false,
  duties: [],
}));

/** WeChat names and mail addresses by username; the phone is the account's own. */
const CARDS: readonly (readonly [username: string, kind: ContactKind, value: string])[] = [
  ['founder', 'weixin', 'jingtu-sample-1'],
  ['founder', 'email', 'founder@example.com'],
  ['investor', 'weixin', 'jingtu-sample-2'],
  ['investor', 'email', 'investor@example.com'],
  ...CONTACTS.map(({ username }, index) => [username, 'weixin', `jingtu-sample-${11 + index}`] as const),
];

/** Who saw whose contact, how many days ago, and how often that day. */
const VIEWS: readonly (readonly [viewer: string, target: string, terms: ViewTerms, daysAgo: number, times: number])[] =
  [
    ['organisation', 'founder', 'free', 9, 1],
    ['investor', 'founder', 'free', 6, 2],
    ['founder', 'investor', 'quota', 5, 1],
    ['svip', 'founder', 'free', 2, 1],
    ['founder', 'investor', 'quota', 2, 1],
    ['investor', 'founder', 'free', 1, 1],
  ];

interface ContactRecords {
  /** Companies that get a contact each; the founder speaks for one before them. */
  readonly companies: readonly string[];
  /** The investor whose contact the investor account is. */
  readonly investor: string | undefined;
}

/** Contact cards of the sample accounts, contacts of some records, and some views. Harmless when it is there already. */
export async function storeContacts(database: Database, records: ContactRecords, now: Date): Promise<void> {
  const { db, vault } = database;
  await insertAccounts(database, CONTACTS, await hashPassword(randomBytes(32).toString('base64')), now);
  const cards = new ContactCards(vault);
  await db.transaction().execute(async (trx) => {
    for (const [username, kind, value] of CARDS) {
      const id = await accountIdOf(trx, username);
      if (id === undefined) continue;
      await cards.keep(trx, id, kind, value, now);
      await keepExposure(trx, id, { phone: true, weixin: true }, now);
    }
    const link = async (objectApiName: string, recordId: string | undefined, username: string | undefined) => {
      const accountId = username === undefined ? undefined : await accountIdOf(trx, username);
      if (recordId && accountId) await linkParty(trx, { objectApiName, recordId, accountId }, now);
    };
    await link('InsightInvestor', records.investor, 'investor');
    for (const [index, company] of records.companies.entries())
      await link('InsightCompany', company, CONTACTS[index]?.username);
    await storeViews(trx, now);
  });
}

async function storeViews(trx: Db, now: Date): Promise<void> {
  const ids = new Map<string, string>();
  for (const username of new Set(VIEWS.flatMap(([viewer, target]) => [viewer, target])))
    ids.set(username, (await accountIdOf(trx, username)) ?? '');
  const founder = ids.get('founder') ?? '';
  if (founder === '' || (await viewsOf(trx, 'target', founder, undefined, 1)).length > 0) return;
  for (const [viewer, target, terms, daysAgo, times] of VIEWS) {
    const [viewerId = '', targetId = ''] = [ids.get(viewer), ids.get(target)];
    const at = new Date(now.getTime() - daysAgo * DAY_MS);
    const view = { viewerId, targetId, day: shanghaiDay(at), terms, kinds: ['phone', 'weixin', 'email'] as const };
    for (let time = 0; time < times; time += 1) await recordView(trx, view, at);
  }
}
