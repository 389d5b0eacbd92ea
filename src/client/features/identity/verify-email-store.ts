import { verifyEmail } from '#schemas/generated/api/identity-email.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

export type VerifyEmailStore = Loadable<{ readonly orgName: string }>;

/** The proof of a mail address by the token of a link; gives the organisation whose address it is. */
export const verifyEmailStore = (api: Api, token: string): VerifyEmailStore =>
  new Loadable(() => api.call(verifyEmail, { query: { token } }));
