import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { BINDINGS } from '#schemas/bindings.ts';
import { profileActor, rulesUser, VISITOR } from '#shared/policy/actor.ts';
import { AccountDraft } from '#client/features/records/forms/account-draft.ts';
import { FormFailure, FormSkeleton } from '#client/features/records/forms/form-states.tsx';
import { recordDrafts } from '#client/features/records/forms/record-drafts.ts';
import { FormPage } from '#client/features/records/forms/form-page.tsx';
import { FormsStore } from '#client/features/records/forms/forms-store.ts';
import { browserClock } from '#client/lib/clock.ts';
import { ExchangeRates } from '#client/lib/exchange-rates.ts';
import { newKey } from '#client/lib/new-key.ts';
import { hashAddress } from '#client/lib/router.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { formLookups } from '#client/app/base/form-lookups.ts';
import type { AppStores } from '#client/app/base/stores.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

// Loaded with the first form and not before: rules, schemas and the form library come along.

const FINANCING = BINDINGS.financing;
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
    after: browserClock.after,
    newKey: () => newKey(),
    say: (text) => stores.toast.say(text),
  });
  built.set(stores, forms);
  return forms;
}

/** The form of any object: a new record, or with an id one that exists. */
export const FormScreen = observer(function FormScreen({ stores }: { readonly stores: AppStores }) {
  const { objectApiName = '', id } = useParams();
  const [query] = useSearchParams();
  // Another company has another draft.
  const company = query.get('company') ?? undefined;
  const label = stores.catalog.summary(objectApiName)?.label ?? stores.catalog.definition(objectApiName)?.label ?? '';
  usePageTitle(`${id === undefined ? '新建' : '编辑'}${label}`);
  if (objectApiName === FINANCING.object && id === undefined)
    return <DraftedForm key={company} stores={stores} company={company} />;
  return <FormPage forms={formsOf(stores)} />;
});

interface DraftedFormProps {
  readonly stores: AppStores;
  /** The company that the request is for, where the address names it. */
  readonly company: string | undefined;
}

/** A request for financing begins with what the account has typed for the company before, on whichever device. */
const DraftedForm = observer(function DraftedForm({ stores, company }: DraftedFormProps) {
  const [draft] = useState(
    () =>
      new AccountDraft(stores.api, { objectApiName: FINANCING.object, companyField: FINANCING.fields.company.apiName }),
  );
  useEffect(() => void draft.opened.load(company), [draft, company]);
  const { failure, value } = draft.opened;
  if (failure && !value) return <FormFailure isPage failure={failure} onRetry={() => draft.opened.load(company)} />;
  if (!value) return <FormSkeleton />;
  const { profile } = stores.session;
  return (
    <>
      {profile?.speaksForCompany === false && !profile.staff && <NoCompany />}
      <FormPage forms={formsOf(stores)} draft={draft} />
    </>
  );
});

/** What has to come first, for a user who speaks for no company. */
const NoCompany = () => (
  <Alert severity="info" variant="outlined" sx={{ maxWidth: 1280, mx: 'auto', mt: 2, width: 'calc(100% - 24px)' }}>
    您还没有可以发布融资的企业：请先<Link href={hashAddress('/identity')}>创建或认领企业</Link>，或在“
    <Link href={hashAddress('/company/invitations')}>收到的邀请</Link>
    ”中接受同事的邀请。现在填写的内容会存为草稿，之后可继续。
  </Alert>
);
