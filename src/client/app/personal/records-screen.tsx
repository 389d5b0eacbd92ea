import { InlineForm } from '#client/features/records/forms/inline-form.tsx';
import { RecordsPage } from '#client/features/account/profile/records-page.tsx';
import { RECORD_KINDS, RecordsStore } from '#client/features/account/profile/records-store.ts';
import { formsOf } from '#client/app/screens/form-screen.tsx';
import { screen } from '#client/app/base/screen.tsx';

/** Work, education and awards. */
export const RecordsScreen = screen(
  ({ api }) => RECORD_KINDS.map((kind) => new RecordsStore(api, kind)),
  (lists, stores) => (
    <RecordsPage
      stores={lists}
      options={stores.lookups}
      form={(slot) => <InlineForm key={slot.id ?? 'new'} forms={formsOf(stores)} {...slot} />}
    />
  ),
);
