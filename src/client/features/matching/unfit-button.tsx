import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { MatchList } from '#schemas/api/match-lists.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import type { MatchStore } from './match-store.ts';

interface UnfitProps {
  readonly store: MatchStore;
  readonly id: string;
  readonly name: string;
  readonly reasons: MatchList['reasons'];
}

/** Marks a row as unfit, once a reason is chosen; nothing where staff retired all of them. */
export const UnfitButton = observer(function UnfitButton({ store, id, name, reasons }: UnfitProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const failure = store.marking.failureOf(id);
  if (reasons.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        disabled={store.marking.isBusyWith(id)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        不合适<span className="visually-hidden">：{name}</span>
      </Button>
      {failure && <p role="alert">{failure.message}</p>}
      <LazyMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        choices={reasons.map(({ value, label }) => ({ label, onChoose: () => void store.mark(id, value) }))}
      />
    </>
  );
});

/** The button that was pressed is gone: its user goes on here. */
const focus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** What is left of a row that was marked, until the list is read again. */
export const UnfitRow = observer(function UnfitRow({ store, id, name, reasons }: UnfitProps) {
  const reason = reasons.find(({ value }) => value === store.marks.get(id))?.label;
  const failure = store.marking.failureOf(id);
  const said = useId();
  return (
    <li className="match-unfit">
      <span id={said}>
        已标记“{name}”不合适{reason && `：${reason}`}
      </span>
      <Button
        ref={focus}
        aria-describedby={said}
        size="small"
        disabled={store.marking.isBusyWith(id)}
        onClick={() => void store.takeBack(id)}
      >
        撤销<span className="visually-hidden">：{name}</span>
      </Button>
      {failure && <span role="alert">{failure.message}</span>}
    </li>
  );
});
