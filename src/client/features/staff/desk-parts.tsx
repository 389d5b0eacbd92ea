import Close from '@mui/icons-material/Close';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import type { FilteredList } from './filtered-list.ts';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Words by value. */
  readonly options: Readonly<Record<string, string>>;
  readonly onChoose: (value: string) => void;
}

/** One filter of a list; '' narrows nothing. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <TextField
      select
      label={label}
      value={Object.hasOwn(options, value) ? value : ''}
      onChange={(event) => onChoose(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ width: { xs: '47%', sm: 150 } }}
    >
      <option value="">全部</option>
      {Object.entries(options).map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </TextField>
  );
}

interface ListFrameProps<Entry, Filter extends object> {
  readonly store: FilteredList<Entry, Filter>;
  /** Said where nothing matches. */
  readonly empty: string;
  readonly children: (list: readonly Entry[]) => ReactNode;
}

/** The frame around the entries of a list: loading, failure, nothing there, more. */
export const ListFrame = observer(function ListFrame<Entry, Filter extends object>({
  store,
  empty,
  children,
}: ListFrameProps<Entry, Filter>) {
  const { list, failure } = store.pages;
  if (failure && !list)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.again() }} />;
  if (!list) return <Skeleton variant="rounded" height={360} aria-label="正在加载" />;
  if (list.length === 0) return <Notice title={empty} />;
  return (
    <div>
      {children(list)}
      {failure && <Notice isAlert title={failure.message} />}
      <MoreButton pages={store.pages} />
    </div>
  );
}) as <Entry, Filter extends object>(props: ListFrameProps<Entry, Filter>) => ReactNode;

interface PanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The side panel of a list: beside it where there is room, else over it. */
export function Panel({ title, onClose, children }: PanelProps) {
  const isWide = useMediaQuery('(min-width: 1100px)', { noSsr: true });
  const heading = useRef<HTMLHeadingElement>(null);
  // The panel opens away from the row that asked for it: the cursor goes along, and back when it closes.
  useEffect(() => {
    const from = document.activeElement;
    heading.current?.focus();
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, []);
  const content = (
    <>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton aria-label="关闭面板" onClick={onClose}>
          <Close sx={{ fontSize: 18 }} />
        </IconButton>
      </header>
      {children}
    </>
  );
  if (isWide) {
    return (
      <aside className="desk-panel" aria-label={title}>
        {content}
      </aside>
    );
  }
  return (
    <Drawer open anchor="right" onClose={onClose} slotProps={{ paper: { sx: { width: 'min(420px, 100vw)' } } }}>
      <section className="desk-panel" style={{ border: 0 }} aria-label={title}>
        {content}
      </section>
    </Drawer>
  );
}
