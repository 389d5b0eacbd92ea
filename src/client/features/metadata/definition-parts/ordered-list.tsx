import Close from '@mui/icons-material/Close';
import DragIndicator from '@mui/icons-material/DragIndicator';
import IconButton from '@mui/material/IconButton';
import { createContext, useContext, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

/** What is being dragged; lists on one page that share it can take from one another. */
interface Dragged {
  current: { readonly list: string; readonly key: string } | undefined;
}
const DragContext = createContext<Dragged>({ current: undefined });

/** Lets the lists inside take entries from one another. */
export function DragArea({ children }: { readonly children: ReactNode }) {
  const dragged = useRef<Dragged['current']>(undefined);
  return <DragContext value={dragged}>{children}</DragContext>;
}

export interface OrderedItem {
  readonly key: string;
  readonly label: string;
  /** A small word behind the label. */
  readonly hint?: string | undefined;
  /** Controls between the words and the cross. */
  readonly tools?: ReactNode;
}

interface OrderedListProps {
  /** Name of the list, read out. */
  readonly label: string;
  readonly items: readonly OrderedItem[];
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove?: ((key: string) => void) | undefined;
  /** An entry of another list in the same area was dropped here. */
  readonly onTake?: ((key: string, index: number, list: string) => void) | undefined;
  readonly onOpen?: ((key: string) => void) | undefined;
  readonly empty: string;
}

/** Entries in an order that the person gives: dragged, or with the handle in focus moved by the arrow keys. */
export function OrderedList({ label, items, onMove, onRemove, onTake, onOpen, empty }: OrderedListProps) {
  const dragged = useContext(DragContext);
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const root = useRef<HTMLUListElement>(null);

  const drop = (index: number) => {
    const entry = dragged.current;
    setOver(undefined);
    if (!entry) return;
    const from = items.findIndex((item) => item.key === entry.key);
    if (entry.list !== label) onTake?.(entry.key, index, entry.list);
    else if (from >= 0) onMove(from, from < index ? index - 1 : index);
  };
  const step = (event: KeyboardEvent, index: number, item: OrderedItem) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const to = index + by;
    if (by === 0) return;
    event.preventDefault();
    if (to < 0 || to >= items.length) return;
    onMove(index, to);
    setSaid(`${item.label} 移到第 ${to + 1} 位，共 ${items.length} 位`);
    requestAnimationFrame(() => root.current?.querySelectorAll<HTMLElement>('.meta-handle')[to]?.focus());
  };
  return (
    <>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          if (!(event.target as Element).closest('[data-handle-row]')) setOver(items.length);
        }}
        onDragLeave={(event) => event.target === event.currentTarget && setOver(undefined)}
        onDrop={(event) => {
          event.preventDefault();
          drop(over ?? items.length);
        }}
      >
        <ul ref={root} className="meta-ordered" aria-label={label} data-over={over === items.length || undefined}>
          {items.map((item, index) => (
            <li key={item.key}>
              <div
                className="meta-entry"
                draggable
                data-handle-row
                data-over={over === index || undefined}
                onDragStart={(event) => {
                  dragged.current = { list: label, key: item.key };
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', item.label);
                }}
                onDragEnd={() => {
                  dragged.current = undefined;
                  setOver(undefined);
                }}
                onDragOver={(event) => {
                  event.preventDefault();
                  const box = event.currentTarget.getBoundingClientRect();
                  setOver(event.clientY > box.top + box.height / 2 ? index + 1 : index);
                }}
              >
                <button
                  type="button"
                  className="meta-handle"
                  aria-label={`移动 ${item.label}，按上下方向键`}
                  onKeyDown={(event) => step(event, index, item)}
                >
                  <DragIndicator sx={{ fontSize: 18 }} />
                </button>
                <EntryName item={item} onOpen={onOpen} />
                {item.hint !== undefined && <small title={item.hint}>{item.hint}</small>}
                {item.tools}
                {onRemove && (
                  <IconButton aria-label={`移除 ${item.label}`} onClick={() => onRemove(item.key)}>
                    <Close sx={{ fontSize: 16 }} />
                  </IconButton>
                )}
              </div>
            </li>
          ))}
          {items.length === 0 && <li className="meta-none">{empty}</li>}
        </ul>
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}

function EntryName({ item, onOpen }: { readonly item: OrderedItem } & Pick<OrderedListProps, 'onOpen'>) {
  const name = <bdi>{item.label}</bdi>;
  if (!onOpen) {
    return (
      <span className="meta-name" title={item.label}>
        {name}
      </span>
    );
  }
  return (
    <button type="button" className="meta-name" title={item.label} onClick={() => onOpen(item.key)}>
      {name}
    </button>
  );
}
