import type { IdentityKind } from '#schemas/api/identity.ts';
import { verifyEmail } from '#schemas/generated/api/identity-email.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

export type VerifyEmailStore = Loadable<{ readonly kind: IdentityKind; readonly orgName: string }>;

/** The proof of a mail address by the token of a link; gives what it was proved for. */
export const verifyEmailStore = (api: Api, token: string): VerifyEmailStore =>
  new Loadable(() => api.call(verifyEmail, { query: { token } }));
