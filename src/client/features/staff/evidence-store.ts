import type { Evidence } from '#schemas/api/reports.ts';
import { readEvidence } from '#schemas/generated/api/reports.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** The messages that a report is about; each reading goes into the log. */
export const evidenceOf = (api: Api, id: string): Loadable<Evidence> =>
  new Loadable(() => api.call(readEvidence, { params: { id } }));
