import { makeAutoObservable, observableRef, observableShallow, runInAction } from 'mobx';
import type { IdentityCase, IdentityKind, OwnCompany } from '#schemas/api/identity.ts';
import { readCases, withdrawCase } from '#schemas/generated/api/identity.ts';
import { leaveCompany, myCompanies } from '#schemas/generated/api/identity-companies.ts';
import { sendVerifyEmail } from '#schemas/generated/api/identity-email.ts';
import { type Exclusion, exclusionOf, isOpenCase } from '#shared/policy/identity.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** How often a page that waits for staff asks whether they have decided, in milliseconds. */
const ASK_MS = 20_000;

export interface IdentityDeps {
  readonly api: Api;
  /** Roles of the signed-in person as the session has them. Observable. */
  readonly roles: () => readonly string[];
  /** Reads the session again: a decision may have changed the roles. */
  readonly refresh: () => Promise<void>;
}

/** The certifications of the signed-in person. */
export class IdentityStore {
  /** Certifications and companies of the user. */
  readonly own: Loadable<{ readonly cases: readonly IdentityCase[]; readonly companies: readonly OwnCompany[] }>;
  /** What was done last, in words; or why it was not. */
  notice: { readonly text: string; readonly isFailure: boolean } | undefined;
  /** Submissions and companies on their way to the server, by id. */
  readonly busy = new Set<string>();
  readonly #deps: IdentityDeps;

  constructor(deps: IdentityDeps) {
    this.#deps = deps;
    this.own = new Loadable(async () => {
      const { api, refresh } = deps;
      const [cases, companies] = await Promise.all([api.call(readCases), api.call(myCompanies), refresh()]);
      return { cases: cases.list, companies: companies.list };
    });
    makeAutoObservable(this, { own: false, notice: observableRef, busy: observableShallow });
  }

  get cases(): readonly IdentityCase[] | undefined {
    return this.own.value?.cases;
  }

  get companies(): readonly OwnCompany[] {
    return this.own.value?.companies ?? [];
  }

  get roles(): readonly string[] {
    return this.#deps.roles();
  }

  /** The last submission of a kind. */
  latest(kind: IdentityKind): IdentityCase | undefined {
    return this.cases?.find((each) => each.kind === kind);
  }

  /** Submissions that make a founder, newest first, without those that are over and were followed by another. */
  get founding(): readonly IdentityCase[] {
    return (this.cases ?? []).filter(({ kind }) => kind === 'founder' || kind === 'claim');
  }

  /** Why this person may not be certified as this; null when they may. */
  exclusion(kind: IdentityKind): Exclusion | null {
    return exclusionOf(kind, {
      roles: this.roles,
      investor: this.latest('investor')?.state ?? null,
      serviceOrg: this.latest('serviceOrg')?.state ?? null,
    });
  }

  /** Is one of this kind before staff, so that no other can be handed in? */
  isWaiting(kind: IdentityKind): boolean {
    return (this.cases ?? []).some((each) => each.kind === kind && isOpenCase(each.state));
  }

  load = (): Promise<void> => this.own.refresh();

  /** Asks again while something waits and the page is looked at; the answer ends it. */
  watch(): () => void {
    const ask = () => {
      const waits = this.cases?.some(({ state }) => isOpenCase(state)) ?? false;
      if (waits && document.visibilityState === 'visible') void this.load();
    };
    const timer = setInterval(ask, ASK_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }

  /** A form was handed in. */
  receive = async (handedIn: IdentityCase): Promise<void> => {
    this.#say(
      handedIn.state === 'EMAIL_PENDING'
        ? '已提交，验证邮件已发往您的工作邮箱，请在 24 小时内打开其中的链接'
        : '已提交，审核结果会显示在本页',
    );
    await this.load();
  };

  withdraw = (id: string): Promise<void> =>
    this.#act(id, async () => {
      await this.#deps.api.call(withdrawCase, { params: { id } });
      return '已撤回，可随时修改后重新提交';
    });

  sendMail = (id: string): Promise<void> =>
    this.#act(id, async () => {
      const { sentTo } = await this.#deps.api.call(sendVerifyEmail);
      return `验证邮件已发往 ${sentTo}，24 小时内有效`;
    });

  leave = (companyId: string): Promise<void> =>
    this.#act(companyId, async () => {
      await this.#deps.api.call(leaveCompany, { params: { id: companyId } });
      return '已退出该企业';
    });

  acknowledge = (): void => {
    this.notice = undefined;
  };

  async #act(id: string, work: () => Promise<string>): Promise<void> {
    if (this.busy.has(id)) return;
    this.busy.add(id);
    try {
      const text = await work();
      runInAction(() => this.#say(text));
      await this.load();
    } catch (thrown) {
      runInAction(() => (this.notice = { text: asFailure(thrown).message, isFailure: true }));
    } finally {
      runInAction(() => this.busy.delete(id));
    }
  }

  #say(text: string): void {
    this.notice = { text, isFailure: false };
  }
}
