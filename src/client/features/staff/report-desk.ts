import type { StaffReport } from '#schemas/api/reports.ts';
import { decideReport } from '#schemas/generated/api/reports.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { CaseStore } from './case-store.ts';
import { EvidenceStore } from './evidence-store.ts';
import type { ReportList } from './desk-lists.ts';

/** Decisions on the reports of a list. */
export class ReportDesk {
  readonly cases: CaseStore<StaffReport>;
  readonly #api: Api;

  constructor(api: Api, list: ReportList) {
    this.#api = api;
    this.cases = new CaseStore((report) => list.pages.put(({ id }) => id === report.id, report));
  }

  /** The messages of a report, to be asked for: each reading goes into the log. */
  evidenceOf(id: string): EvidenceStore {
    return new EvidenceStore(this.#api, id);
  }

  decide(id: string, body: BodyOf<typeof decideReport>): Promise<boolean> {
    return this.cases.act(id, () => this.#api.call(decideReport, { params: { id }, body }));
  }
}
