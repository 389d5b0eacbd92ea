import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import { unsubscribe } from '#schemas/api/alerts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/durations.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Database } from '#server/db/database.ts';
import { emailPlace } from '#server/platform/accounts/email.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import type { Mail, MailSender } from '#server/platform/providers/mail/mail-sender.ts';
import { subscriptionsOf } from '#server/features/alerts/base/queries.ts';
import { targetsOf } from '#server/features/alerts/base/targets.ts';
import { unsubscribeToken } from '#server/features/alerts/base/unsubscribe-token.ts';
import { claimMail, countFailedMail, type DueMail, endMail, lockReceiver, stopMail } from './queries.ts';
import { SUBSCRIPTIONS_PATH } from './sender.ts';

export interface MailerDeps {
  readonly database: Pick<Database, 'db' | 'vault'>;
  readonly catalog: Catalog;
  readonly mail: MailSender;
  readonly hints: NoticeHints;
  readonly productName: string;
  /** Where browsers reach the product. @throws Failure UNAVAILABLE where that is not known */
  readonly linkOrigin: () => string;
  readonly now: () => Date;
  readonly report: (error: unknown) => void;
}

/** How long after each failure a mail is tried again. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 3 * HOUR_MS] as const;
/** So long a process has for one mail; longer than a mail server may take to answer. */
const LEASE_MS = 15 * MINUTE_MS;
/** After so many mails that were given up no more are sent. */
const MOST_FAILURES = 3;
/** Links to single subscriptions below a mail. */
const MOST_LINKS = 20;

/**
 * Sends the mails of digests. A process that ends between the sending and writing that down repeats one mail, which has
 * the same Message-ID then.
 */
export async function sendMails(deps: MailerDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const at = deps.now();
    const mail = await claimMail(deps.database.db, at, new Date(at.getTime() + LEASE_MS));
    if (!mail) return;
    await sendOne(deps, mail, at);
  }
}

async function sendOne(deps: MailerDeps, mail: DueMail, at: Date): Promise<void> {
  const { database, report } = deps;
  if (mail.email_sealed === null) return endMail(database.db, mail.id, 'none', null);
  try {
    await deps.mail.send(await written(deps, mail, mail.email_sealed));
  } catch (error) {
    report(error);
    return failed(deps, mail, at);
  }
  await endMail(database.db, mail.id, 'sent', null);
  await countFailedMail(database.db, mail.account_id, false);
}

async function failed({ database, hints }: MailerDeps, mail: DueMail, at: Date): Promise<void> {
  const delay = RETRIES_MS[mail.mail_tries - 1];
  if (delay !== undefined) return endMail(database.db, mail.id, 'due', new Date(at.getTime() + delay));
  const isStopped = await database.db.transaction().execute(async (trx) => {
    const accountId = mail.account_id;
    await endMail(trx, mail.id, 'failed', null);
    await lockReceiver(trx, accountId);
    if ((await countFailedMail(trx, accountId, true)) < MOST_FAILURES) return false;
    await stopMail(trx, accountId);
    const body =
      '订阅提醒的邮件连续多次无法送达，已停止发送邮件；站内提醒不受影响。请检查邮箱后在“我的订阅”中重新打开。';
    const notice = { accountId, type: SYSTEM_TYPES.notice, title: '邮件提醒已停止', body, link: SUBSCRIPTIONS_PATH };
    await notifyUser(trx, { ...notice, key: `alert-mail-stopped:${mail.id}` }, at);
    return true;
  });
  if (isStopped) hints.announceNotice(mail.account_id);
}

async function written(deps: MailerDeps, mail: DueMail, sealed: string): Promise<Mail> {
  const { database, productName, linkOrigin } = deps;
  const { db, vault } = database;
  const origin = linkOrigin();
  const page = (token: string) => `${origin}/#/unsubscribe?token=${token}`;
  const all = unsubscribeToken(vault, { of: 'account', id: mail.account_id });
  const mailed = (await subscriptionsOf(db, mail.account_id)).filter((one) => one.mail);
  const targets = await targetsOf(db, deps.catalog, mailed.slice(0, MOST_LINKS), mail.account_id);
  const links = [...targets].map(
    ([id, { name }]) => `${name}：${page(unsubscribeToken(vault, { of: 'subscription', id }))}`,
  );
  return {
    to: vault.open(sealed, emailPlace(mail.account_id)),
    subject: `${productName}：${mail.title}`,
    text: [
      mail.mail_body,
      '',
      `查看全部：${origin}/#${SUBSCRIPTIONS_PATH}`,
      '',
      '不再用邮件接收某个订阅：',
      ...links,
      `不再接收任何订阅邮件：${page(all)}`,
    ].join('\n'),
    messageId: `<alert-${mail.id}@${new URL(origin).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${origin}${unsubscribe.path}?token=${all}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** What met subscriptions is kept for so long. */
export const KEPT_MS = 90 * DAY_MS;
