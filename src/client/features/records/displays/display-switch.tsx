import type { ListView } from '#schemas/api/list-view.ts';
import { LIST_DISPLAYS, type ListDisplay, type ListState } from '#shared/lists/list-state.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';

interface DisplaySwitchProps {
  readonly view: ListView;
  readonly state: ListState;
  readonly onChange: (next: ListState) => void;
  /** The choice is for the next time as well. */
  readonly onRemember: (display: ListDisplay) => void;
}

const LABELS: Readonly<Record<ListDisplay, string>> = {
  table: '列表',
  board: '看板',
  calendar: '日历',
  gallery: '图册',
  dashboard: '仪表盘',
};

/** The looks of a list that its layout has; nothing where rows are the only one. */
export function DisplaySwitch({ view, state, onChange, onRemember }: DisplaySwitchProps) {
  const offered = LIST_DISPLAYS.filter((display) => display === 'table' || view[display] !== undefined);
  if (offered.length < 2) return null;
  return (
    <div className="display-switch" role="group" aria-label="显示方式">
      {offered.map((display) => (
        <PlainButton
          key={display}
          tone={state.display === display ? 'brand' : 'quiet'}
          aria-pressed={state.display === display}
          onClick={() => {
            onRemember(display);
            onChange({ ...state, display });
          }}
        >
          {LABELS[display]}
        </PlainButton>
      ))}
    </div>
  );
}
