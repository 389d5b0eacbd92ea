import { SYSTEM_TYPES, type FeedType } from '#schemas/api/notices.ts';
import type { Database } from '#server/db/database.ts';
import { insertNotice } from '#server/platform/notifications/queries.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { certificationDecided, welcome } from '#server/platform/notifications/messages.ts';
import { accountIdOf } from './queries.ts';

const { helper, notice, analyst } = SYSTEM_TYPES;

/** Who is greeted when the sample is stored. */
const GREETED = ['founder', 'investor', 'organisation', 'svip', 'member', 'staff'];

/** What the assistant explains to everybody: title, text, way. */
const HINTS: readonly (readonly [title: string, body: string, link: string])[] = [
  [
    '三步开始使用',
    '先在“数据洞察”里按行业与轮次筛选企业，再保存为视图，之后每天打开即可看到新增数据。',
    '/data/InsightCompany',
  ],
  [
    '查看联系方式',
    '每天有免费查看次数，用完后可以使用鲸币查看。每次查看都会留下记录，双方都能看到。',
    '/contacts/viewers',
  ],
];

interface Broadcast {
  readonly type: FeedType;
  readonly title: string;
  readonly body: string;
  readonly link: string | null;
  /** Kinds of people; all without. */
  readonly kinds: readonly string[];
}

const BROADCASTS: readonly Broadcast[] = [
  {
    type: notice,
    title: '数据更新说明',
    body: '企业、机构与交易数据已更新，交易事件新增“来源与时间”，可在详情页查看每个值的出处。',
    link: '/data/transaction',
    kinds: [],
  },
  {
    type: notice,
    title: '创业者权益提醒',
    body: '上传商业计划书后，投资人可以直接查看或向您申请查看，您随时可以改为“需申请”。',
    link: '/contacts/settings',
    kinds: ['founder'],
  },
  {
    type: analyst,
    title: '本月融资观察',
    body: '从平台收录的交易看，早期轮次的数量多于去年同期，单笔金额有所下降。可在交易列表按轮次与金额分组查看。',
    link: '/data/transaction',
    kinds: [],
  },
];

/** What the system accounts have said to the sample accounts by now. Keys make it harmless to come here twice. */
export async function storeNotices({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  const by = (await accountIdOf(db, 'staff')) ?? null;
  await db.transaction().execute(async (trx) => {
    for (const username of GREETED) {
      const accountId = await accountIdOf(trx, username);
      if (accountId === undefined) continue;
      await notifyUser(trx, welcome(accountId), now);
      for (const [title, body, link] of HINTS)
        await notifyUser(trx, { accountId, type: helper, title, body, link, key: `hint:${title}:${accountId}` }, now);
    }
    const founder = await accountIdOf(trx, 'founder');
    const certified = { id: 'sample', version: 1, account_id: founder ?? '', kind: 'founder' } as const;
    if (founder !== undefined) await notifyUser(trx, certificationDecided(certified, 'approved'), now);
    for (const { kinds, ...said } of BROADCASTS) {
      const audience = kinds.length === 0 ? 'all' : 'segment';
      await insertNotice(trx, { ...said, kinds, audience, accountId: null, key: `sample:${said.title}`, by }, now);
    }
  });
}
