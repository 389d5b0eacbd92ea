import { useState } from 'react';
import { InlineForm } from '#client/features/records/forms/inline-form.tsx';
import { RecordsPage } from '#client/features/account/profile/records-page.tsx';
import { RECORD_KINDS, RecordsStore } from '#client/features/account/profile/records-store.ts';
import { formsOf } from '#client/app/screens/form-screen.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

/** Work, education and awards. */
export function RecordsScreen({ stores }: { readonly stores: AppStores }) {
  const [lists] = useState(() => RECORD_KINDS.map((kind) => new RecordsStore(stores.api, kind)));
  return (
    <RecordsPage
      stores={lists}
      options={stores.lookups}
      form={(slot) => <InlineForm key={slot.id ?? 'new'} forms={formsOf(stores)} {...slot} />}
    />
  );
}
