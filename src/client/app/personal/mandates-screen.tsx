import { InlineForm } from '#client/features/records/forms/inline-form.tsx';
import { RecordsPage } from '#client/features/account/profile/records-page.tsx';
import { MANDATE_KIND, RecordsStore } from '#client/features/account/profile/records-store.ts';
import { formsOf } from '#client/app/screens/form-screen.tsx';
import { projectsPath } from '#client/lib/router.ts';
import { screen } from '#client/app/base/screen.tsx';

/** What an investor looks for. */
export const MandatesScreen = screen(
  ({ api }) => new RecordsStore(api, MANDATE_KIND),
  (store, stores) => (
    <RecordsPage
      title="投资需求"
      help="最多保存 10 条，匹配项目时任选一条。其他用户看不到。"
      stores={[store]}
      options={stores.lookups}
      form={(slot) => <InlineForm key={slot.id ?? 'new'} forms={formsOf(stores)} {...slot} />}
      linkOf={(id) => ({ label: '查看匹配项目', path: projectsPath(id) })}
    />
  ),
);
