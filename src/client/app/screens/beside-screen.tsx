import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { RecordBeside, type BesideProps } from '#client/features/records/beside/record-beside.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { actionsOf } from '#client/app/base/record-actions.ts';
import { hear, type ScreenProps } from '#client/app/base/screen.tsx';

interface BesideScreenProps extends ScreenProps, BesideProps {
  readonly objectApiName: string;
  /** Reads again what an action changed in the list. */
  readonly onChanged: () => void;
}

/** One record beside its list, with what may be done with it. */
export const BesideScreen = observer(function BesideScreen(props: BesideScreenProps) {
  const { stores, objectApiName, onChanged, id, ...place } = props;
  const open = () => {
    const store = new RecordDetailStore(stores.api, stores.catalog, objectApiName, id);
    const changed = () => {
      void store.load();
      onChanged();
    };
    return { id, store, actions: actionsOf(stores, changed) };
  };
  const [opened, setOpened] = useState(open);
  if (opened.id !== id) setOpened(open());
  const { store, actions } = opened;
  useEffect(() => hear(stores.events, store), [stores, store]);
  return (
    <RecordBeside
      {...place}
      id={opened.id}
      store={store}
      actions={actions}
      options={stores.lookups}
      onUpgrade={() => stores.upgrade.open()}
    />
  );
});
