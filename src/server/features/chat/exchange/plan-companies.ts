import type { Privilege } from '#schemas/api/chat-exchange.ts';
import type { ProjectContent } from '#schemas/api/chat.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { OWN_FIELDS } from '#server/platform/parties/own-fields.ts';
import { companiesOf, isCompanyMember } from '#server/platform/parties/queries.ts';
import type { RecordValuesReader } from '#server/platform/parties/record-values.ts';

const COMPANY = 'InsightCompany';
const BRIEF = 'brief';
const CHOOSE = '请选择要投递的公司';

/** A company with its plan, which may leave the server only for those whom it was delivered to. */
export interface PlanCompany {
  readonly ccid: string;
  readonly name: string;
  readonly logo: string | null;
  readonly brief: string;
  readonly bp: FileValue | null;
}

/** A company whose plan can be delivered. */
export type DeliverableCompany = PlanCompany & { readonly bp: FileValue };

/** Companies and their plans as those who speak for them choose among them. Never within a transaction. */
export class PlanCompanies {
  readonly #parts: { readonly db: Db; readonly catalog: Catalog; readonly records: RecordValuesReader };

  constructor(parts: { readonly db: Db; readonly catalog: Catalog; readonly records: RecordValuesReader }) {
    this.#parts = parts;
  }

  /** Undefined for a record that is not there. */
  async read(ccid: string): Promise<PlanCompany | undefined> {
    const { catalog, records } = this.#parts;
    const { nameField } = catalog.object(COMPANY).definition;
    const record = await records.of(COMPANY, ccid, [nameField, BRIEF, ...Object.values(OWN_FIELDS)]);
    if (!record) return undefined;
    const file = (field: string) => (record[field] as FileValue | null | undefined) ?? null;
    return {
      ccid,
      name: String(record[nameField] ?? ''),
      logo: file(OWN_FIELDS.header)?.url ?? null,
      brief: String(record[BRIEF] ?? ''),
      bp: file(OWN_FIELDS.bp),
    };
  }

  /** The companies that a person speaks for. */
  async of(uid: string): Promise<PlanCompany[]> {
    const companies: PlanCompany[] = [];
    for (const ccid of await companiesOf(this.#parts.db, uid)) {
      const company = await this.read(ccid);
      if (company) companies.push(company);
    }
    return companies;
  }

  async privileges(uid: string): Promise<Privilege[]> {
    return (await this.of(uid)).map(({ ccid, name, bp }) => ({ ccid, name, haveBp: bp !== null }));
  }

  async hasPlan(uid: string): Promise<boolean> {
    return (await this.of(uid)).some(isDeliverable);
  }

  /** @throws Failure INVALID_BODY without a choice or a plan, UNKNOWN_RECORD for a company that one does not speak for. */
  async chosen(uid: string, ccid: string | undefined): Promise<DeliverableCompany> {
    if (ccid === undefined) throw unchosen(CHOOSE);
    const company = (await isCompanyMember(this.#parts.db, ccid, uid)) ? await this.read(ccid) : undefined;
    if (!company) throw new Failure('UNKNOWN_RECORD', '企业不存在');
    if (!isDeliverable(company)) throw unchosen('该公司尚未上传BP');
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

const isDeliverable = (company: PlanCompany): company is DeliverableCompany => company.bp !== null;

const unchosen = (message: string) => new Failure('INVALID_BODY', message, [{ field: 'ccid', message }]);

/** The card of a company as it travels in a message. */
export const cardOf = ({ ccid, name, logo, brief, bp }: PlanCompany): ProjectContent => ({
  ccid,
  name,
  logo,
  brief,
  hasBp: bp !== null,
});
