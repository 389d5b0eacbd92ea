import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ContactSettings, OwnCompanySetting } from '#schemas/api/contact-settings.ts';
import { readContactSettings, saveContactSettings } from '#schemas/generated/api/contact-settings.ts';
import type { ContactKind } from '#schemas/api/contacts.ts';
import { editCompany } from '#schemas/generated/api/plans.ts';
import type { FieldValue, FileValue } from '#schemas/metadata/value.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { typedPhone } from './contact-labels.ts';

/** What may be changed of a company one speaks for. */
export type OwnField = 'bp' | 'header' | 'introduce';

type Change = BodyOf<typeof saveContactSettings>;

export type PlanAccess = 'open' | 'request' | 'sent';

const ACCESS_SAVED: Readonly<Record<PlanAccess, string>> = {
  open: '已改为公开',
  request: '已改为申请后可看',
  sent: '已改为仅自己发送',
};

/** One's own contact card while it is edited; switches hold at once, texts when they are saved. */
export class ContactSettingsStore {
  readonly #card: Loadable<ContactSettings>;
  readonly #saving = new Mutation();
  /** Texts as typed. */
  typed: Record<ContactKind, string> = { phone: '', weixin: '', email: '' };
  /** What the server has against the last save, by field; `form` for what is of none. */
  problems: Readonly<Record<string, string>> = {};
  /** What was last saved, in words. */
  saved = '';
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.#card = new Loadable(
      () => api.call(readContactSettings),
      () => (this.typed = { ...this.kept }),
    );
    makeAutoObservable(this, { problems: observableRef });
  }

  get settings(): ContactSettings | undefined {
    return this.#card.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#card.failure;
  }

  get isSaving(): boolean {
    return this.#saving.isBusy;
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

  load = (): Promise<void> => this.#card.load();

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

  /** Who may see the plan of a company. */
  restrict = (ccid: string, access: PlanAccess): Promise<void> =>
    this.#save({ plan: { ccid, restricted: access !== 'open', sentOnly: access === 'sent' } }, ACCESS_SAVED[access]);

  /** Saves one part of a company's record; null takes it away. */
  editCompany = async (ccid: string, field: OwnField, value: FieldValue): Promise<void> => {
    const body = { ccid, [field]: (value ?? null) as FileValue | string | null };
    await this.#write(
      async () => {
        await this.#api.call(editCompany, { body });
        return this.#api.call(readContactSettings);
      },
      '企业资料已保存',
      `${ccid}.`,
    );
  };

  /** What the server has against one part of a company. */
  companyProblem({ ccid }: OwnCompanySetting, field: OwnField): string | undefined {
    return this.problems[`${ccid}.${field}`];
  }

  async #save(change: Change, words: string, isCard = false): Promise<void> {
    if (!(await this.#write(() => this.#api.call(saveContactSettings, { body: change }), words))) return;
    // What was typed and not saved stays, unless it is what was saved.
    if (isCard) runInAction(() => (this.typed = { ...this.kept }));
  }

  async #write(request: () => Promise<ContactSettings>, words: string, prefix = ''): Promise<boolean> {
    if (this.isSaving) return false;
    this.problems = {};
    this.saved = '';
    const isSaved = await this.#saving.run(request, (settings) => {
      this.#card.set(settings);
      this.saved = words;
    });
    const { failure } = this.#saving;
    if (failure) runInAction(() => (this.problems = problemsByField(failure, prefix)));
    return isSaved;
  }
}

const problemsByField = ({ problems, message }: ApiFailure, prefix: string): Record<string, string> =>
  problems.length > 0
    ? Object.fromEntries(problems.map((problem) => [`${prefix}${problem.field}`, problem.message]))
    : { form: message };
