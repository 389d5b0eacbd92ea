import { observer } from 'mobx-react-lite';
import { useParams } from 'react-router-dom';
import { profileActor, rulesUser, VISITOR } from '#shared/policy/actor.ts';
import { recordDrafts } from '#client/features/records/forms/record-drafts.ts';
import { FormPage } from '#client/features/records/forms/form-page.tsx';
import { FormsStore } from '#client/features/records/forms/forms-store.ts';
import { ExchangeRates } from '#client/lib/exchange-rates.ts';
import { newKey } from '#client/lib/new-key.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { formLookups } from '#client/app/base/form-lookups.ts';
import type { AppStores } from '#client/app/base/stores.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

// Loaded with the first form and not before: rules, schemas and the form library come along.

const built = new WeakMap<AppStores, FormsStore>();

/** The day in Asia/Shanghai, YYYY-MM-DD. */
export const shanghaiToday = (): string => shanghaiDay(new Date());

/** One store of forms for the life of the page, so that the word of success outlives the form. */
export function formsOf(stores: AppStores): FormsStore {
  const known = built.get(stores);
  if (known) return known;
  const { api, catalog, session } = stores;
  const forms = new FormsStore({
    api,
    definitions: catalog,
    lookups: formLookups(stores),
    drafts: recordDrafts(window.localStorage),
    user: () => rulesUser(session.profile ? profileActor(session.profile) : VISITOR),
    // China keeps one offset all year.
    today: shanghaiToday,
    rates: new ExchangeRates(api),
    now: () => Date.now(),
    newKey: () => newKey(),
    say: (text) => stores.toast.say(text),
  });
  built.set(stores, forms);
  return forms;
}

/** The form of any object: a new record, or with an id one that exists. */
export const FormScreen = observer(function FormScreen({ stores }: { readonly stores: AppStores }) {
  const { objectApiName = '', id } = useParams();
  const label = stores.catalog.summary(objectApiName)?.label ?? stores.catalog.definition(objectApiName)?.label ?? '';
  usePageTitle(`${id === undefined ? '新建' : '编辑'}${label}`);
  return <FormPage forms={formsOf(stores)} />;
});
