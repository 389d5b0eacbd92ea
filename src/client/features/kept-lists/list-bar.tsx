import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import type { ListColumnsStore } from './list-columns-store.ts';
import './kept-lists.css';

const ColumnsDialog = lazyPart(async () => (await import('./columns-dialog.tsx')).ColumnsDialog);
const FillDialog = lazyPart(async () => (await import('./fill-dialog.tsx')).FillDialog);

interface ListBarProps {
  readonly store: ListColumnsStore;
  readonly name: string | undefined;
  readonly lookups: FieldLookups;
  readonly today: string;
  /** Takes records off the list. */
  readonly onTake: (ids: readonly string[]) => void;
}

/** What the list that is open has of its own: its columns, and in grey the records that are there no more. */
export const ListBar = observer(function ListBar({ store, name, lookups, today, onTake }: ListBarProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => store.open(), [store]);
  const { value } = store.columns;
  const gone = store.gone.value ?? [];
  const { filling } = store;
  if (!value) return null;
  return (
    <div className="list-bar" role="group" aria-label={`清单${name ?? ''}`}>
      {name !== undefined && <b>{name}</b>}
      {value.mayChange && (
        <PlainButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {value.fields.length > 0 ? `自定义列 ${value.fields.length}` : '添加自定义列'}
        </PlainButton>
      )}
      {value.mayFill && value.fields.length > 0 && <span className="list-bar-soft">点单元格即可填写</span>}
      {gone.length > 0 && (
        <ul className="list-gone" aria-label="已不存在的记录">
          {gone.map(({ id, name: last }) => (
            <li key={id}>
              {last === null ? `已删除的记录 #${id}` : `${last}（已归档）`}
              {value.mayFill && (
                <PlainButton tone="quiet" aria-label={`移出清单：${last ?? `#${id}`}`} onClick={() => onTake([id])}>
                  移出
                </PlainButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <ColumnsDialog fields={value.fields} onSave={(fields) => store.define(fields)} onClose={() => setOpen(false)} />
      )}
      {filling && <FillDialog key={filling.id} store={store} filling={filling} lookups={lookups} today={today} />}
    </div>
  );
});
