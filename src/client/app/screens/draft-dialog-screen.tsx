import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { profileActor, rulesUser, VISITOR } from '#shared/policy/actor.ts';
import { DraftDialog } from '#client/features/matching/draft-dialog.tsx';
import type { DraftValues } from '#client/features/matching/match-store.ts';
import type { SubjectStore } from '#client/features/matching/subject-store.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { ExchangeRates } from '#client/lib/exchange-rates.ts';
import { newKey } from '#client/lib/new-key.ts';
import { formLookups } from '#client/app/base/form-lookups.ts';
import type { AppStores } from '#client/app/base/stores.ts';
import { shanghaiToday } from './form-screen.tsx';

interface DraftDialogScreenProps {
  readonly stores: AppStores;
  readonly subjects: SubjectStore;
  readonly onUse: (draft: DraftValues) => void;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Asks for what a user looks for this once, by the form that metadata has for it. */
export const DraftDialogScreen = observer(function DraftDialogScreen(props: DraftDialogScreenProps) {
  const { stores, subjects, onUse, onSaved, onClose } = props;
  const { catalog, session, toast, api } = stores;
  const [clientKey] = useState(newKey);
  const [setting] = useState(() => ({
    user: rulesUser(session.profile ? profileActor(session.profile) : VISITOR),
    today: shanghaiToday(),
    rates: new ExchangeRates(api),
  }));
  const { draftObject, side, judgeable } = subjects;
  const definition = catalog.definition(draftObject);
  const onAnswer = useCallback((draft: DraftValues) => void subjects.judge(draft), [subjects]);
  useEffect(() => {
    catalog.load(draftObject).catch((thrown: unknown) => {
      toast.say(asFailure(thrown).message);
      subjects.close();
    });
  }, [catalog, toast, subjects, draftObject]);
  if (!definition) return null;
  const isForInvestor = side === 'projects';
  return (
    <DraftDialog
      definition={definition}
      draft={subjects.draft}
      setting={setting}
      lookups={formLookups(stores)}
      confirm={isForInvestor ? '查看匹配项目' : '查看匹配机构'}
      help={
        isForInvestor
          ? '每项都可以不填。不保存时，这些条件只用于本次查看。'
          : '每项都可以不填。这些条件只用于本次查看，不保存，也不展示给任何人。'
      }
      onAnswer={isForInvestor ? undefined : onAnswer}
      status={
        judgeable &&
        `共 ${judgeable.total.toLocaleString('zh-CN')} 家机构，可据此判断 ${judgeable.judged.toLocaleString('zh-CN')} 家`
      }
      onUse={onUse}
      onSave={isForInvestor ? async (values) => onSaved(await subjects.save(values, clientKey)) : undefined}
      onClose={onClose}
    />
  );
});
