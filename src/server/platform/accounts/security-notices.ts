import { type Database } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import type { MailSender } from '#server/platform/providers/mail/mail-sender.ts';
import type { SecurityEvent, SmsSender } from '#server/platform/providers/sms/sms-sender.ts';
import { newDeviceMail, type SeenDevice } from '#server/platform/notifications/messages-account.ts';
import { emailPlace } from './email.ts';

/** How the owner of an account could be reached before it changed. */
export interface Reach {
  readonly id: string;
  readonly phone_sealed: string | null;
  readonly email_sealed: string | null;
}

/** What a change is called in messages. */
export const EVENT_WORDS: Readonly<Record<SecurityEvent, string>> = {
  phone: '更换手机号',
  password: '修改登录密码',
  factor: '更改两步验证设置',
};

export interface SecurityNoticesDeps {
  readonly database: Pick<Database, 'vault'>;
  readonly sms: SmsSender;
  readonly mail: MailSender;
  readonly productName: string;
  /** Receives messages that could not be sent; the error names neither number nor address. */
  readonly report: (error: unknown) => void;
}

/**
 * Notifies the owner of an account, at the number and the mail address that it had before, that the means to sign in
 * changed. It is sent after the answer; a message that does not arrive takes nothing back.
 */
export class SecurityNotices {
  readonly #deps: SecurityNoticesDeps;
  readonly #underWay = new Set<Promise<void>>();

  constructor(deps: SecurityNoticesDeps) {
    this.#deps = deps;
  }

  tell(reach: Reach, event: SecurityEvent): void {
    const { id, phone_sealed: phone } = reach;
    const { database, sms, productName } = this.#deps;
    if (phone !== null) this.#beside(sms.notify({ number: database.vault.open(phone, phonePlace(id)), event }));
    const what = EVENT_WORDS[event];
    this.#mail(reach, {
      subject: `${productName}：账号安全提醒`,
      text: `您好：\n\n您的${productName}账号刚刚${what}，其他设备已退出登录。如非本人操作，请立即联系客服。`,
    });
  }

  /** By mail alone, where there is an address: messages to phones are for changes. */
  tellOfDevice(reach: Reach, device: SeenDevice): void {
    this.#mail(reach, newDeviceMail(this.#deps.productName, device));
  }

  #mail({ id, email_sealed: email }: Reach, content: { readonly subject: string; readonly text: string }): void {
    const { database, mail } = this.#deps;
    if (email !== null) this.#beside(mail.send({ to: database.vault.open(email, emailPlace(id)), ...content }));
  }

  /** Resolves when every message is sent or given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #beside(sent: Promise<void>): void {
    const sending: Promise<void> = sent
      .catch((error: unknown) => this.#deps.report(error))
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }
}
