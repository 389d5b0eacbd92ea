import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { CompanyState } from '#schemas/api/identity-companies.ts';
import type { IdentityKind } from '#schemas/api/identity.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { checkCompany } from '#schemas/generated/api/identity-companies.ts';
import type { Api } from '#client/lib/api.ts';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';

/** How long typing rests before the server is asked, in milliseconds. */
const REST_MS = 400;
/** Shorter names are not asked for; longer ones no company has. */
const LENGTH = { min: 2, max: 200 };

const { legalName, name } = BINDINGS.companyForm.fields;
const NAMES = [legalName.apiName, name.apiName];

/** The company that is being created, where it is known already. Without an answer nothing is said, and the form goes on. */
export class KnownCompanyStore {
  company: CompanyState | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { company: observableRef }, { autoBind: true });
  }

  /** Asks whenever the typed names rest; other forms than that of a new company have none. Gives what ends it. */
  watch(kind: IdentityKind, form: FormStore): () => void {
    if (kind !== 'founder') return () => {};
    const typed = () =>
      NAMES.map((field) => String(form.valueOf(field) ?? '').trim()).filter(
        ({ length }) => length >= LENGTH.min && length <= LENGTH.max,
      );
    const asked = () => JSON.stringify(typed());
    const ask = async (question: string) => {
      const company = await this.#known(typed());
      // What was typed since is asked about next.
      if (asked() === question) runInAction(() => (this.company = company));
    };
    return reaction(asked, (question) => void ask(question), { delay: REST_MS, fireImmediately: true });
  }

  /** The first of these names that a company has. */
  async #known(names: readonly string[]): Promise<CompanyState | undefined> {
    for (const each of names) {
      const found = await this.#api.call(checkCompany, { query: { name: each } }).catch(() => undefined);
      if (found?.exists) return found;
    }
    return undefined;
  }
}
