import Close from '@mui/icons-material/Close';
import DragIndicator from '@mui/icons-material/DragIndicator';
import IconButton from '@mui/material/IconButton';
import { compareShallow } from 'mobx';
import {
  createContext,
  isValidElement,
  memo,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useNear } from '#client/ui/schema-form/use-near.ts';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';

/** What is being dragged; lists on one page that share it can take from one another. */
interface Dragged {
  current: { readonly list: string; readonly key: string } | undefined;
}
/** Says what is being dragged, to all lists that share it. */
function hold(dragged: Dragged, what: Dragged['current']): void {
  dragged.current = what;
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
  /** What it is called where it is read out, when its label alone is not its own. */
  readonly said?: string | undefined;
  /** A small word behind the label. */
  readonly hint?: string | undefined;
  /** Controls between the words and the cross: one component, drawn again when its props changed. */
  readonly tools?: ReactNode;
}

const nameOf = ({ said, label }: OrderedItem): string => said ?? label;

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

/** Entries that are drawn together, and the height of each in pixels until they are. */
const TOGETHER = 30;
const HEIGHT = 41;

/** What an entry asks of its list; the same at every draw, so that an entry draws again only for its own sake. */
interface EntryActs {
  readonly step: (event: KeyboardEvent, index: number, item: OrderedItem) => void;
  readonly drag: (item: OrderedItem | undefined) => void;
  readonly over: (index: number) => void;
  readonly remove: (key: string) => void;
  readonly open: (key: string) => void;
}

/** Entries in an order that the person gives: dragged, or with the handle in focus moved by the arrow keys. */
export function OrderedList(props: OrderedListProps) {
  const { label, items, onRemove, onOpen, empty } = props;
  const dragged = useContext(DragContext);
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const [near] = useState(() => new VisibilityRegistry());
  const root = useRef<HTMLUListElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const drop = (index: number) => {
    const { items: now, onTake, onMove } = latest.current;
    const entry = dragged.current;
    setOver(undefined);
    if (!entry) return;
    const from = now.findIndex((item) => item.key === entry.key);
    if (entry.list !== label) onTake?.(entry.key, index, entry.list);
    else if (from >= 0) onMove(from, from < index ? index - 1 : index);
  };
  const acts = useMemo<EntryActs>(
    () => ({
      step: (event, index, item) => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
        const to = index + by;
        const count = latest.current.items.length;
        if (by === 0) return;
        event.preventDefault();
        if (to < 0 || to >= count) return;
        latest.current.onMove(index, to);
        setSaid(`${nameOf(item)} 移到第 ${to + 1} 位，共 ${count} 位`);
        requestAnimationFrame(() =>
          root.current?.querySelector<HTMLElement>(`[data-place="${to}"] .meta-handle`)?.focus(),
        );
      },
      drag: (item) => {
        hold(dragged, item && { list: latest.current.label, key: item.key });
        if (!item) setOver(undefined);
      },
      over: setOver,
      remove: (key) => latest.current.onRemove?.(key),
      open: (key) => latest.current.onOpen?.(key),
    }),
    [dragged],
  );
  const stretches = Array.from({ length: Math.ceil(items.length / TOGETHER) }, (_, index) => index * TOGETHER);
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
          {stretches.map((first) => (
            <Stretch key={first} near={near} ready={first === 0} items={items.slice(first, first + TOGETHER)}>
              {(item, index) => (
                <Entry
                  key={item.key}
                  item={item}
                  index={first + index}
                  isOver={over === first + index}
                  mayRemove={onRemove !== undefined}
                  mayOpen={onOpen !== undefined}
                  acts={acts}
                />
              )}
            </Stretch>
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

interface StretchProps {
  readonly near: VisibilityRegistry;
  readonly ready: boolean;
  readonly items: readonly OrderedItem[];
  readonly children: (item: OrderedItem, index: number) => ReactNode;
}

/** Some entries; one blank with their words until they come near the screen. */
function Stretch({ near, ready, items, children }: StretchProps) {
  const { here, watch } = useNear(near, NO_NAMES, ready);
  if (here) return items.map(children);
  return (
    <li ref={watch} className="meta-waiting" style={{ height: items.length * HEIGHT }}>
      {items.map((item) => item.label).join(' ')}
    </li>
  );
}

const NO_NAMES: readonly string[] = [];

interface EntryProps {
  readonly item: OrderedItem;
  readonly index: number;
  readonly isOver: boolean;
  readonly mayRemove: boolean;
  readonly mayOpen: boolean;
  readonly acts: EntryActs;
}

const Entry = memo(function Entry({ item, index, isOver, mayRemove, mayOpen, acts }: EntryProps) {
  return (
    <li data-place={index}>
      <div
        className="meta-entry"
        draggable
        data-handle-row
        data-over={isOver || undefined}
        onDragStart={(event) => {
          acts.drag(item);
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', item.label);
        }}
        onDragEnd={() => acts.drag(undefined)}
        onDragOver={(event) => {
          event.preventDefault();
          const box = event.currentTarget.getBoundingClientRect();
          acts.over(event.clientY > box.top + box.height / 2 ? index + 1 : index);
        }}
      >
        <button
          type="button"
          className="meta-handle"
          aria-label={`移动 ${nameOf(item)}，按上下方向键`}
          onKeyDown={(event) => acts.step(event, index, item)}
        >
          <DragIndicator sx={{ fontSize: 18 }} />
        </button>
        <EntryName item={item} onOpen={mayOpen ? acts.open : undefined} />
        {item.hint !== undefined && <small title={item.hint}>{item.hint}</small>}
        {item.tools}
        {mayRemove && (
          <IconButton aria-label={`移除 ${nameOf(item)}`} onClick={() => acts.remove(item.key)}>
            <Close sx={{ fontSize: 16 }} />
          </IconButton>
        )}
      </div>
    </li>
  );
}, isSameEntry);

/** Lists make other items at every draw: what is in them decides. */
function isSameEntry({ item: before, ...last }: EntryProps, { item, ...next }: EntryProps): boolean {
  return (
    compareShallow(last, next) &&
    before.key === item.key &&
    before.label === item.label &&
    before.said === item.said &&
    before.hint === item.hint &&
    isSameTool(before.tools, item.tools)
  );
}

const isSameTool = (before: ReactNode, now: ReactNode): boolean =>
  before === now ||
  (isValidElement<object>(before) &&
    isValidElement<object>(now) &&
    before.type === now.type &&
    typeof now.type !== 'string' &&
    compareShallow(before.props, now.props));

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
