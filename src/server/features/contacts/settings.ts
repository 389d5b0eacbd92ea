import type { ContactSettings } from '#schemas/api/contact-settings.ts';
import type { ContactKind } from '#schemas/api/contacts.ts';
import { email as emailType } from '#generators/field-types/email.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { mobileNumber } from '#server/platform/accounts/phone.ts';
import { keepExposure } from '#server/platform/contact-cards/queries.ts';
import type { ContactCards } from '#server/platform/contact-cards/contact-cards.ts';
import { openAccountById, partyById } from '#server/platform/parties/queries.ts';
import type { Plans } from './plans.ts';

/** A WeChat id as WeChat itself allows it. */
const WEIXIN = /^[A-Za-z][-_A-Za-z0-9]{5,19}$/;
const WEIXIN_MESSAGE = '微信号为 6 到 20 个字母、数字、下划线或减号，以字母开头';
/** As a field of a record must be. */
const EMAIL = new RegExp(String(emailType.schema({ apiName: 'email', type: 'email', label: '邮箱' })['pattern']), 'u');

export interface SettingsChange {
  readonly phone?: string;
  readonly weixin?: string;
  readonly email?: string;
  readonly exposePhone?: boolean;
  readonly exposeWeixin?: boolean;
  readonly plan?: { readonly ccid: string; readonly restricted: boolean; readonly sentOnly?: boolean };
}

interface SettingsDeps {
  readonly db: Db;
  readonly cards: ContactCards;
  readonly plans: Plans;
  readonly now: () => Date;
}

/** A person's own card, and who sees what of it. A change holds from the next question on: nothing is remembered. */
export class Settings {
  readonly #deps: SettingsDeps;

  constructor(deps: SettingsDeps) {
    this.#deps = deps;
  }

  async read(actor: Member): Promise<ContactSettings> {
    const { db, cards, plans } = this.#deps;
    const uid = actor.id;
    const account = await openAccountById(db, uid);
    const { held, phoneIsOwn, exposure } = await cards.read(db, uid, account?.phone_sealed ?? null);
    return {
      phone: held.phone ?? '',
      phoneIsOwn,
      weixin: held.weixin ?? '',
      email: held.email ?? '',
      exposePhone: exposure.phone,
      exposeWeixin: exposure.weixin,
      isContactParty: (await partyById(db, uid)) !== undefined,
      companies: await plans.settingsOf(uid),
    };
  }

  /** @throws Failure INVALID_BODY naming the field; UNKNOWN_RECORD for a company that one does not speak for. */
  async save(change: SettingsChange, actor: Member): Promise<ContactSettings> {
    const { db, cards, plans, now } = this.#deps;
    const uid = actor.id;
    const values = readValues(change);
    const at = now();
    await db.transaction().execute(async (trx) => {
      for (const [kind, value] of values) await cards.keep(trx, uid, kind, value, at);
      if (change.exposePhone !== undefined || change.exposeWeixin !== undefined) {
        const { exposure } = await cards.read(trx, uid, null);
        const phone = change.exposePhone ?? exposure.phone;
        const weixin = change.exposeWeixin ?? exposure.weixin;
        await keepExposure(trx, uid, { phone, weixin }, at);
      }
      if (change.plan) await plans.restrict(trx, change.plan, actor);
    });
    return this.read(actor);
  }
}

/** What was sent, as it is kept. */
function readValues({ phone, weixin, email }: SettingsChange): [ContactKind, string][] {
  const values: [ContactKind, string][] = [];
  if (phone !== undefined) values.push(['phone', phoneNumber(phone.trim())]);
  if (weixin !== undefined) values.push(['weixin', shaped('weixin', weixin.trim(), WEIXIN, WEIXIN_MESSAGE)]);
  if (email !== undefined) values.push(['email', shaped('email', email.trim(), EMAIL, '邮箱格式不正确')]);
  return values;
}

/** Typed with its country code (+…) or as a number of the mainland. */
function phoneNumber(typed: string): string {
  if (typed === '') return '';
  return typed.startsWith('+') ? mobileNumber(typed.slice(1), '') : mobileNumber(typed);
}

function shaped(field: string, value: string, pattern: RegExp, message: string): string {
  if (value !== '' && !pattern.test(value)) throw new Failure('INVALID_BODY', message, [{ field, message }]);
  return value;
}
