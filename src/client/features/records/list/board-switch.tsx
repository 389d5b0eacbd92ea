import type { ListState } from '#shared/lists/list-state.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';

interface BoardSwitchProps {
  readonly state: ListState;
  readonly onChange: (next: ListState) => void;
  /** The choice is for the next time as well. */
  readonly onRemember: (isBoard: boolean) => void;
}

const WAYS = [
  { label: '列表', isBoard: false },
  { label: '看板', isBoard: true },
];

/** Rows, or columns of cards. */
export const BoardSwitch = ({ state, onChange, onRemember }: BoardSwitchProps) => (
  <div className="board-switch" role="group" aria-label="显示方式">
    {WAYS.map(({ label, isBoard }) => (
      <PlainButton
        key={label}
        tone={state.isBoard === isBoard ? 'brand' : 'quiet'}
        aria-pressed={state.isBoard === isBoard}
        onClick={() => {
          onRemember(isBoard);
          onChange({ ...state, isBoard });
        }}
      >
        {label}
      </PlainButton>
    ))}
  </div>
);
