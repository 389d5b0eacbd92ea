import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PLAN_REQUEST_SIDES } from '#schemas/generated/api/plans.ts';
import { BINDINGS, type BoundField } from '#schemas/bindings.ts';
import { ChatSettingsStore } from '#client/features/contacts/chat-settings-store.ts';
import { ContactSettingsPage } from '#client/features/contacts/contact-settings-page.tsx';
import { ContactSettingsStore } from '#client/features/contacts/contact-settings-store.ts';
import { PlanRequestsPage } from '#client/features/contacts/plan-requests-page.tsx';
import { PlanRequestsStore } from '#client/features/contacts/plan-requests-store.ts';
import { ViewersPage } from '#client/features/contacts/viewers-page.tsx';
import { ViewersStore } from '#client/features/contacts/viewers-store.ts';
import { VisitModeChoice } from '#client/features/visits/visit-mode-choice.tsx';
import { VisitModeStore } from '#client/features/visits/visit-mode-store.ts';
import { formLookups } from '#client/app/base/form-lookups.ts';
import type { AppStores } from '#client/app/base/stores.ts';

interface ScreenProps {
  readonly stores: AppStores;
}

const { object: COMPANY, fields: FIELDS } = BINDINGS.companyCard;

/** One's own contact card; the inputs for a company's parts are those of its metadata. */
export const ContactSettingsScreen = observer(function ContactSettingsScreen({ stores }: ScreenProps) {
  const { api, catalog, unread } = stores;
  const [lookups] = useState(() => formLookups(stores));
  const [store] = useState(() => new ContactSettingsStore(api));
  const [visitMode] = useState(() => new VisitModeStore(api));
  const [chat] = useState(() => new ChatSettingsStore(api, () => unread.refresh()));
  const hasCompanies = (store.settings?.companies.length ?? 0) > 0;
  useEffect(() => {
    // Without the definition the page still shows everything else.
    if (hasCompanies) void catalog.load(COMPANY).catch(() => undefined);
  }, [catalog, hasCompanies]);
  const field = ({ apiName }: BoundField) =>
    catalog.definition(COMPANY)?.fields.find((candidate) => candidate.apiName === apiName);
  const [bp, header, introduce] = [field(FIELDS.plan), field(FIELDS.logo), field(FIELDS.introduction)];
  const fields = bp && header && introduce ? { bp, header, introduce } : undefined;
  return (
    <ContactSettingsPage
      store={store}
      chat={chat}
      companyFields={fields}
      lookups={lookups}
      visitMode={<VisitModeChoice store={visitMode} />}
    />
  );
});

/** Which side of a page the address asks for, the first when it names none of them, and the way to another. */
function useSide<Side extends string>(first: Side, ...others: Side[]): [Side, (side: Side) => void] {
  const [query, setQuery] = useSearchParams();
  const go = (side: Side) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (side === first) next.delete('side');
        else next.set('side', side);
        return next;
      },
      { replace: true },
    );
  return [others.find((side) => side === query.get('side')) ?? first, go];
}

/** Who saw one's contact, and whose one saw. */
export function ViewersScreen({ stores }: ScreenProps) {
  const [store] = useState(() => new ViewersStore(stores.api));
  const [side, go] = useSide('viewers', 'viewed');
  return <ViewersPage store={store} side={side} onSide={go} />;
}

/** Requests for business plans. */
export function PlanRequestsScreen({ stores }: ScreenProps) {
  const [store] = useState(() => new PlanRequestsStore(stores.api));
  const [side, go] = useSide(...PLAN_REQUEST_SIDES);
  return <PlanRequestsPage store={store} side={side} onSide={go} />;
}
