import { useState } from 'react';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { ActionButton } from './action-button.tsx';

/** More than these, or longer labels than there is room for, are behind one button. */
const [SHOWN, MAX_LABELS] = [2, 8];

interface RowActionButtonsProps {
  readonly actions: readonly ObjectAction[];
  readonly row: RecordRow;
  readonly onAsk: (action: ObjectAction) => void;
}

/** What may be done with one row of a list. The grid is one stop of the Tab key: its detail page has the same buttons. */
export function RowActionButtons({ actions, row, onAsk }: RowActionButtonsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const labels = actions.map(({ label }) => label).join('');
  if (actions.length <= SHOWN && (actions.length < 2 || labels.length <= MAX_LABELS))
    return actions.map((action) => (
      <ActionButton key={action.id} tabIndex={-1} className="row-action" action={action} row={row} onAsk={onAsk} />
    ));
  return (
    <>
      <PlainButton
        tabIndex={-1}
        className="row-action"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        操作…
      </PlainButton>
      <LazyMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        choices={actions.map((action) => ({ label: action.label, onChoose: () => onAsk(action) }))}
      />
    </>
  );
}
