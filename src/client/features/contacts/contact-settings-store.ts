import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ContactSettings, OwnCompanySetting } from '#schemas/api/contact-settings.ts';
import { readContactSettings, saveContactSettings } from '#schemas/generated/api/contact-settings.ts';
import type { ContactKind } from '#schemas/api/contacts.ts';
import { editCompany } from '#schemas/generated/api/plans.ts';
import type { FieldValue, FileValue } from '#schemas/metadata/value.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { typedPhone } from './contact-words.ts';

/** What may be changed of a company one speaks for. */
export type OwnField = 'bp' | 'header' | 'introduce';

type Change = BodyOf<typeof saveContactSettings>;

/** One's own contact card while it is edited; switches hold at once, texts when they are saved. */
export class ContactSettingsStore {
  settings: ContactSettings | undefined;
  failure: ApiFailure | undefined;
  /** Texts as typed. */
  typed: Record<ContactKind, string> = { phone: '', weixin: '', email: '' };
  isSaving = false;
  /** What the server has against the last save, by field; `form` for what is of none. */
  problems: Readonly<Record<string, string>> = {};
  /** What was last saved, in words. */
  saved = '';
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { settings: observableRef, failure: observableRef, problems: observableRef });
  }

  /** An empty field shows the number of the account, which is not kept a second time. */
  get kept(): Record<ContactKind, string> {
    const { phone = '', phoneIsOwn = true, weixin = '', email = '' } = this.settings ?? {};
    return { phone: phoneIsOwn ? '' : typedPhone(phone), weixin, email };
  }

  get hasChanged(): boolean {
    const { phone, weixin, email } = this.kept;
    return this.typed.phone !== phone || this.typed.weixin !== weixin || this.typed.email !== email;
  }

  load = async (): Promise<void> => {
    this.failure = undefined;
    try {
      const settings = await this.#api.call(readContactSettings);
      runInAction(() => this.#receive(settings, true));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  };

  type = (kind: ContactKind, text: string): void => {
    this.typed[kind] = text;
    this.saved = '';
  };

  saveCard = async (): Promise<void> => {
    const changed = (Object.keys(this.typed) as ContactKind[]).filter((kind) => this.typed[kind] !== this.kept[kind]);
    const values = Object.fromEntries(changed.map((kind) => [kind, this.typed[kind].trim()]));
    await this.#save(values, '联系方式已保存', true);
  };

  expose = (kind: 'phone' | 'weixin', isShown: boolean): Promise<void> =>
    this.#save(
      kind === 'phone' ? { exposePhone: isShown } : { exposeWeixin: isShown },
      isShown ? '已公开，立即生效' : '已隐藏，立即生效',
    );

  restrict = (ccid: string, restricted: boolean): Promise<void> =>
    this.#save({ plan: { ccid, restricted } }, restricted ? '已改为同意后可看' : '已改为公开');

  /** Saves one part of a company's record; null takes it away. */
  editCompany = async (ccid: string, field: OwnField, value: FieldValue): Promise<void> => {
    if (this.isSaving) return;
    this.#begin();
    try {
      await this.#api.call(editCompany, {
        body: { ccid, [field]: (value ?? null) as FileValue | string | null },
      });
      const settings = await this.#api.call(readContactSettings);
      runInAction(() => {
        this.#receive(settings, false);
        this.saved = '企业资料已保存';
      });
    } catch (thrown) {
      runInAction(() => this.#refuse(thrown, `${ccid}.`));
    } finally {
      runInAction(() => (this.isSaving = false));
    }
  };

  /** What the server has against one part of a company. */
  companyProblem({ ccid }: OwnCompanySetting, field: OwnField): string | undefined {
    return this.problems[`${ccid}.${field}`];
  }

  async #save(change: Change, words: string, isCard = false): Promise<void> {
    if (this.isSaving) return;
    this.#begin();
    try {
      const settings = await this.#api.call(saveContactSettings, { body: change });
      runInAction(() => {
        this.#receive(settings, isCard);
        this.saved = words;
      });
    } catch (thrown) {
      runInAction(() => this.#refuse(thrown, ''));
    } finally {
      runInAction(() => (this.isSaving = false));
    }
  }

  #begin(): void {
    this.isSaving = true;
    this.problems = {};
    this.saved = '';
  }

  #refuse(thrown: unknown, prefix: string): void {
    const { problems, message } = asFailure(thrown);
    this.problems =
      problems.length > 0
        ? Object.fromEntries(problems.map((problem) => [`${prefix}${problem.field}`, problem.message]))
        : { form: message };
  }

  /** What was typed and not saved stays, unless it is what was saved. */
  #receive(settings: ContactSettings, isCard: boolean): void {
    this.settings = settings;
    if (isCard) this.typed = { ...this.kept };
  }
}
