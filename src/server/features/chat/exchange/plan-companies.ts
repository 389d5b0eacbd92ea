import type { Privilege } from '#schemas/api/chat-exchange.ts';
import type { ProjectContent } from '#schemas/api/chat.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { isMarkable } from '#server/platform/files/markable.ts';
import { companiesOf, isCompanyMember } from '#server/platform/parties/queries.ts';
import type { RecordValuesReader } from '#server/platform/parties/record-values.ts';

const CHOOSE = '请选择要投递的企业';

/** A company with its plan, which may leave the server only for those whom it was delivered to. */
export interface PlanCompany {
  readonly ccid: string;
  readonly name: string;
  readonly logo: string | null;
  readonly brief: string;
  readonly bp: FileValue | null;
  /** Copies with a watermark can be made of it, so that others can read it. */
  readonly isFit: boolean;
}

/** A company whose plan can be delivered. */
export type DeliverableCompany = PlanCompany & { readonly bp: FileValue };

/** Companies and their plans as those who speak for them choose among them. Never within a transaction. */
export class PlanCompanies {
  readonly #deps: { readonly db: Db; readonly records: RecordValuesReader };

  constructor(deps: { readonly db: Db; readonly records: RecordValuesReader }) {
    this.#deps = deps;
  }

  /** Undefined for a record that is not there. */
  async read(ccid: string): Promise<PlanCompany | undefined> {
    const company = await this.#deps.records.bound(BINDINGS.companyCard, ccid);
    if (!company) return undefined;
    const { plan = null, logo, brief = '' } = company.values;
    const isFit = plan !== null && (await isMarkable(this.#deps.db, plan));
    return { ccid, name: company.name, logo: logo?.url ?? null, brief, bp: plan, isFit };
  }

  /** The companies that a person speaks for. */
  async of(uid: string): Promise<PlanCompany[]> {
    const companies: PlanCompany[] = [];
    for (const ccid of await companiesOf(this.#deps.db, uid)) {
      const company = await this.read(ccid);
      if (company) companies.push(company);
    }
    return companies;
  }

  async privileges(uid: string): Promise<Privilege[]> {
    return (await this.of(uid)).map((company) => ({
      ccid: company.ccid,
      name: company.name,
      haveBp: isDeliverable(company),
    }));
  }

  async hasPlan(uid: string): Promise<boolean> {
    return (await this.of(uid)).some(isDeliverable);
  }

  /** @throws Failure INVALID_BODY without a choice or a plan, UNKNOWN_RECORD for a company that one does not speak for. */
  async chosen(uid: string, ccid: string | undefined): Promise<DeliverableCompany> {
    if (ccid === undefined) throw unchosen(CHOOSE);
    const company = (await isCompanyMember(this.#deps.db, ccid, uid)) ? await this.read(ccid) : undefined;
    if (!company) throw new Failure('UNKNOWN_RECORD', '企业不存在');
    if (!isDeliverable(company))
      throw unchosen(company.bp ? '该企业的BP无法加水印，请先重新上传PDF' : '该企业尚未上传BP');
    return company;
  }

  /** @throws Failure INVALID_BODY unless exactly one company of the person's has a plan. */
  async only(uid: string): Promise<DeliverableCompany> {
    const [company, ...others] = (await this.of(uid)).filter(isDeliverable);
    if (!company) throw unchosen('您还没有可投递的BP，请先上传');
    if (others.length > 0) throw unchosen(CHOOSE);
    return company;
  }
}

const isDeliverable = (company: PlanCompany): company is DeliverableCompany => company.bp !== null && company.isFit;

const unchosen = (message: string) => new Failure('INVALID_BODY', message, [{ field: 'ccid', message }]);

/** The card of a company as it travels in a message. */
export const cardOf = ({ ccid, name, logo, brief, bp }: PlanCompany): ProjectContent => ({
  ccid,
  name,
  logo,
  brief,
  hasBp: bp !== null,
});
