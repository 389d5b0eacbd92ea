import type { IdentityCase, IdentityKind } from '#schemas/api/identity.ts';
import {
  readCase,
  submitClaim,
  submitFounder,
  submitInvestor,
  submitServiceOrg,
} from '#schemas/generated/api/identity.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Api } from '#client/lib/api.ts';

const ROUTES = {
  investor: submitInvestor,
  serviceOrg: submitServiceOrg,
  founder: submitFounder,
  claim: submitClaim,
} as const satisfies Record<IdentityKind, unknown>;

/**
 * Hands a form in; `caseId` names the refused submission that it mends. Throws `ApiFailure`. Our forms never ask to be kept
 * as a draft by this call, so a submission comes back.
 */
export const submitForm = async (
  api: Api,
  kind: IdentityKind,
  body: { clientKey: string; values: Record<string, unknown>; caseId?: string },
): Promise<IdentityCase> => (await api.call(ROUTES[kind], { body })) as IdentityCase;

/** The record of a submission of the user's own. Throws `ApiFailure`. */
export const readSubmitted = async (api: Api, id: string): Promise<RecordReply> =>
  (await api.call(readCase, { params: { id } })).record;
