import { observer } from 'mobx-react-lite';
import { COUNTED } from '#client/features/records/base/count-labels.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { RecordListStore } from './record-list-store.ts';

/** That others have added records to the list. Its rows do not move until the user asks for them. */
export const FreshRecords = observer(function FreshRecords({ store }: { readonly store: RecordListStore }) {
  const { count } = store.fresh;
  const word = store.view?.measureWord ?? COUNTED;
  return (
    <div role="status" className="fresh-records">
      {count > 0 && (
        <PlainButton look="text" onClick={() => void store.showFresh()}>
          有 {count} {word}新记录，点击刷新
        </PlainButton>
      )}
    </div>
  );
});
