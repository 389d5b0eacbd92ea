import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { AuditPage } from '#client/features/metadata/history/audit-page.tsx';
import { AuditStore } from '#client/features/metadata/history/audit-store.ts';
import { OptionSetListStore } from '#client/features/metadata/options/option-set-list-store.ts';
import { OptionSetPage } from '#client/features/metadata/options/option-set-page.tsx';
import { OptionSetStore } from '#client/features/metadata/options/option-set-store.ts';
import { OptionSetsPage } from '#client/features/metadata/options/option-sets-page.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { NotFoundPage } from '#client/app/base/status-page.tsx';
import { useSubscribedStore } from '#client/app/base/use-subscribed-store.ts';

// Loaded with the first of these screens and not before: only staff open them.

interface ScreenProps {
  readonly stores: AppStores;
}

/** All option sets. */
export function OptionSetsScreen({ stores }: ScreenProps) {
  const store = useSubscribedStore(stores.events, () => new OptionSetListStore(stores.api));
  return <OptionSetsPage store={store} />;
}

const SET_NAME = /^[a-z][A-Za-z0-9]{0,39}$/;

/** The options of one set. */
export function OptionSetScreen({ stores }: ScreenProps) {
  const { name = '' } = useParams();
  return SET_NAME.test(name) ? <OneSet key={name} stores={stores} name={name} /> : <NotFoundPage />;
}

function OneSet({ stores, name }: ScreenProps & { readonly name: string }) {
  const store = useSubscribedStore(stores.events, () => new OptionSetStore(stores.api, name));
  return <OptionSetPage store={store} />;
}

/** Who changed what. */
export const AuditScreen = observer(function AuditScreen({ stores }: ScreenProps) {
  const store = useSubscribedStore(stores.events, () => new AuditStore(stores.api));
  const sets = useSubscribedStore(stores.events, () => new OptionSetListStore(stores.api));
  useEffect(() => void sets.load(), [sets]);
  const objects = stores.catalog.objects;
  const subjects = useMemo(
    () => [
      ...(objects ?? []).map(({ apiName, label }) => ({ kind: 'object' as const, name: apiName, label })),
      ...(sets.saved.value ?? []).map(({ name, label }) => ({ kind: 'optionSet' as const, name, label })),
    ],
    [objects, sets.saved.value],
  );
  return <AuditPage store={store} subjects={subjects} />;
});
