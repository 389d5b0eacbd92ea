import type { Board } from '#schemas/api/boards.ts';
import { formatMoney } from '#shared/money/format.ts';

interface BoardGoalsProps {
  readonly goals: Board['goals'];
  /** What is reached, in a word. */
  readonly label: string;
}

const WHOLE = 100;

/** How far each goal is reached. The share is only drawn and read out: the amounts stay exact. */
export function BoardGoals({ goals, label }: BoardGoalsProps) {
  return goals.map(({ id, name, target, reached }) => {
    const share = Number(target) > 0 ? Math.floor((Number(reached) / Number(target)) * WHOLE) : 0;
    const words = `${label} ${formatMoney(reached, 'CNY')} / 目标 ${formatMoney(target, 'CNY')}（${share}%）`;
    return (
      <div key={id} className="board-goal">
        <p>
          {goals.length > 1 && <strong>{name} </strong>}
          {words}
        </p>
        <div
          role="progressbar"
          aria-label={`${name} ${words}`}
          aria-valuemin={0}
          aria-valuemax={WHOLE}
          aria-valuenow={Math.min(share, WHOLE)}
        >
          <div style={{ width: `${Math.min(share, WHOLE)}%` }} />
        </div>
      </div>
    );
  });
}
