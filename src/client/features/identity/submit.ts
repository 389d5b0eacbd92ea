import {
  type IdentityCase,
  type IdentityKind,
  readCase,
  submitClaim,
  submitFounder,
  submitInvestor,
  submitServiceOrg,
} from '#schemas/api/identity.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Api } from '#client/lib/api.ts';

const ROUTES = {
  investor: submitInvestor,
  serviceOrg: submitServiceOrg,
  founder: submitFounder,
  claim: submitClaim,
} as const satisfies Record<IdentityKind, unknown>;

/** Hands a form in; `caseId` names the refused submission that it mends. Throws `ApiFailure`. */
export const submitForm = (
  api: Api,
  kind: IdentityKind,
  body: { clientKey: string; values: Record<string, unknown>; caseId?: string },
): Promise<IdentityCase> => api.call(ROUTES[kind], { body });

/** The record of a submission of one's own. Throws `ApiFailure`. */
export const readSubmitted = async (api: Api, id: string): Promise<RecordReply> =>
  (await api.call(readCase, { params: { id } })).record;
