import { CompanySearchStore } from '#client/features/identity/company-search-store.ts';
import { IdentityPage } from '#client/features/identity/identity-page.tsx';
import { IdentityStore } from '#client/features/identity/identity-store.ts';
import { VerifyEmailPage } from '#client/features/identity/verify-email-page.tsx';
import { verifyEmailStore } from '#client/features/identity/verify-email-store.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { screen } from '#client/app/base/screen.tsx';

// Rules, schemas and the form library come with the first form.
const IdentityForm = lazyPart(async () => (await import('./identity-form.tsx')).IdentityForm);

/** The certifications of the signed-in person. */
export const IdentityScreen = screen(
  ({ api, session }) =>
    new IdentityStore({
      api,
      roles: () => session.profile?.identityRoles ?? [],
      refresh: () => session.refresh(),
    }),
  (store, stores) => (
    <IdentityPage
      store={store}
      search={() => new CompanySearchStore(stores.api)}
      renderForm={(request) => (
        <IdentityForm
          key={`${request.kind}/${request.again?.id ?? ''}/${request.company?.id ?? ''}`}
          stores={stores}
          request={request}
        />
      )}
    />
  ),
);

/** Where the link in the mail that proves an address leads; opening it needs no session. */
export const VerifyEmailScreen = screen(
  ({ api }, { query }) => verifyEmailStore(api, query.get('token') ?? ''),
  (store) => <VerifyEmailPage store={store} />,
);
