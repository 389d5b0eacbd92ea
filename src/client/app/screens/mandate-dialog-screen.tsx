import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { BINDINGS } from '#schemas/bindings.ts';
import { profileActor, rulesUser, VISITOR } from '#shared/policy/actor.ts';
import { MandateDialog } from '#client/features/matching/mandate-dialog.tsx';
import type { DraftValues, MandateStore } from '#client/features/matching/mandate-store.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { ExchangeRates } from '#client/lib/exchange-rates.ts';
import { newKey } from '#client/lib/new-key.ts';
import { formLookups } from '#client/app/base/form-lookups.ts';
import type { AppStores } from '#client/app/base/stores.ts';
import { shanghaiToday } from './form-screen.tsx';

interface MandateDialogScreenProps {
  readonly stores: AppStores;
  readonly mandates: MandateStore;
  readonly onUse: (draft: DraftValues) => void;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Asks for what an investor looks for, by the form of a mandate. */
export const MandateDialogScreen = observer(function MandateDialogScreen(props: MandateDialogScreenProps) {
  const { stores, mandates, onUse, onSaved, onClose } = props;
  const { catalog, session, toast, api } = stores;
  const [clientKey] = useState(newKey);
  const [setting] = useState(() => ({
    user: rulesUser(session.profile ? profileActor(session.profile) : VISITOR),
    today: shanghaiToday(),
    rates: new ExchangeRates(api),
  }));
  const definition = catalog.definition(BINDINGS.mandate.object);
  useEffect(() => {
    catalog.load(BINDINGS.mandate.object).catch((thrown: unknown) => {
      toast.say(asFailure(thrown).message);
      mandates.close();
    });
  }, [catalog, toast, mandates]);
  if (!definition) return null;
  return (
    <MandateDialog
      definition={definition}
      draft={mandates.draft}
      setting={setting}
      lookups={formLookups(stores)}
      onUse={onUse}
      onSave={async (values) => onSaved(await mandates.save(values, clientKey))}
      onClose={onClose}
    />
  );
});
