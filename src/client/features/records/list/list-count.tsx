import { observer } from 'mobx-react-lite';
import { countLabel } from '#client/features/records/base/count-labels.ts';
import type { RecordListStore } from './record-list-store.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';

interface OfList {
  readonly store: RecordListStore;
}

/** How many rows there are, as far as they were counted; a press on an open count has all of them counted. */
export const RowCountWords = observer(function RowCountWords({ store }: OfList) {
  const { count, view } = store;
  const words = count ? countLabel(count, view?.measureWord) : '';
  return (
    <div className="list-count" role="status">
      {count?.isExact === true && `共 ${words}`}
      {count?.isExact === false && (
        <PlainButton
          tone="quiet"
          title="统计准确条数"
          disabled={store.counter.isCounting}
          onClick={() => void store.counter.exactly()}
        >
          {store.counter.isCounting ? '正在统计…' : words}
        </PlainButton>
      )}
    </div>
  );
});

interface SelectToggleProps extends OfList {
  readonly isSelecting: boolean;
  readonly onToggle: (isSelecting: boolean) => void;
}

/** On phones: shows the checkboxes, or lets every picked row go and hides them. Wider lists always have them. */
export const SelectToggle = observer(function SelectToggle({ store, isSelecting, onToggle }: SelectToggleProps) {
  const isOn = isSelecting || !store.selection.isEmpty;
  return (
    <PlainButton
      tone="quiet"
      className="list-select"
      aria-pressed={isOn}
      onClick={() => {
        if (isOn) store.selection.clear();
        onToggle(!isOn);
      }}
    >
      {isOn ? '完成' : '选择'}
    </PlainButton>
  );
});

/** Rows that could not be had, with the way to have them. */
export const ListFoot = observer(function ListFoot({ store }: OfList) {
  return store.failure ? (
    <span role="alert">
      {store.failure.message}
      <PlainButton onClick={() => void store.retry()}>重试</PlainButton>
    </span>
  ) : null;
});
