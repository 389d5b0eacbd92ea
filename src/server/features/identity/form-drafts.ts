import type { IdentityKind, saveDraft } from '#schemas/api/identity.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Drafts } from '#server/platform/drafts/drafts.ts';
import { NO_COMPANY } from '#server/platform/drafts/queries.ts';
import type { Companies } from './companies.ts';

const [SAVE] = BINDINGS.investorForm.fields.action.options;
const FINANCING = BINDINGS.financing;
const COMPANY = FINANCING.fields.company.apiName;

/** Only the form of investors has an action: it may ask that the values are kept as a draft and not handed in. */
export const asksToBeKept = (kind: IdentityKind, values: Readonly<Record<string, unknown>>): boolean =>
  kind === 'investor' && boundValues(BINDINGS.investorForm, values).action === SAVE;

/**
 * Half-filled forms as their screens keep them. A request for financing is about a company that the user speaks for at that
 * moment: who has left it neither reads nor keeps its draft.
 */
export class FormDrafts {
  readonly #drafts: Drafts;
  readonly #companies: Pick<Companies, 'of'>;

  constructor(drafts: Drafts, companies: Pick<Companies, 'of'>) {
    this.#drafts = drafts;
    this.#companies = companies;
  }

  /** @throws Failure UNKNOWN_RECORD for a company that the user does not speak for. */
  async read(accountId: string, objectApiName: string, asked?: string) {
    const companies = objectApiName === FINANCING.object ? await this.#companies.of(accountId) : [];
    const [only] = companies.length === 1 ? companies : [];
    const id = asked ?? only?.id ?? NO_COMPANY;
    const company = companies.find((one) => one.id === id);
    if (id !== NO_COMPANY && !company) throw notSpokenFor();
    const { values, savedAt } = await this.#drafts.read(accountId, objectApiName, id);
    const link = company && { [COMPANY]: { id: company.id, name: company.name } };
    return { values: values && { ...values, ...link }, savedAt, company: id, companyName: company?.name ?? '' };
  }

  /** @throws Failure as `read`, and as `Drafts.keep`. */
  async keep(accountId: string, body: BodyOf<typeof saveDraft>) {
    const { objectApiName, values, company = NO_COMPANY, seen } = body;
    const place = { accountId, objectApiName, companyId: company };
    if (values === null) {
      await this.#drafts.forget(place);
      return { savedAt: null, company };
    }
    if (objectApiName !== FINANCING.object)
      return { ...(await this.#drafts.keep({ ...place, companyId: NO_COMPANY }, { values })), company: NO_COMPANY };
    const { company: link, title } = boundValues(FINANCING, values);
    const movesTo = typeof link?.id === 'string' ? link.id : NO_COMPANY;
    const known = new Set((await this.#companies.of(accountId)).map(({ id }) => id));
    if (movesTo !== NO_COMPANY && !known.has(movesTo)) throw notSpokenFor();
    const kept = { values, title: typeof title === 'string' ? title : '', movesTo, seen };
    return { ...(await this.#drafts.keep(place, kept)), company: movesTo };
  }
}

const notSpokenFor = (): Failure =>
  new Failure('UNKNOWN_RECORD', '您不是该企业的成员，不能为它填写融资需求；请先创建或认领企业，或请所有者邀请您加入');
