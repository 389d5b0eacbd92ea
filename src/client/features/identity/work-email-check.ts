import { reaction } from 'mobx';
import type { IdentityKind } from '#schemas/api/identity.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { checkEmail } from '#schemas/generated/api/identity-email.ts';
import type { Api } from '#client/lib/api.ts';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';

/** How long the address has to rest before the server is asked, in milliseconds. */
const REST_MS = 500;
const WHOLE = /^\S+@\S+\.\S+$/;

const FIELDS: Readonly<Partial<Record<IdentityKind, string>>> = {
  investor: BINDINGS.investorForm.fields.workEmail.apiName,
  serviceOrg: BINDINGS.serviceOrgForm.fields.workEmail.apiName,
};

/**
 * Says at the field that its address is of a free mail service while it is being filled in, and not only when the form is
 * handed in. Gives what ends it.
 */
export function watchWorkEmail(api: Api, kind: IdentityKind, form: FormStore): () => void {
  const field = FIELDS[kind];
  if (field === undefined) return () => {};
  const typed = () => String(form.valueOf(field) ?? '').trim();
  const ask = async (email: string): Promise<void> => {
    if (!WHOLE.test(email) || email.length > 100) return;
    // Without an answer the form goes on: the server asks the same of what is handed in.
    const answer = await api.call(checkEmail, { query: { email } }).catch(() => undefined);
    if (answer && !answer.allowed && typed() === email) form.refuse([{ field, message: answer.message }]);
  };
  return reaction(typed, (email) => void ask(email), { delay: REST_MS });
}
