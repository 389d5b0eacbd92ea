import Check from '@mui/icons-material/Check';
import ChevronRight from '@mui/icons-material/ChevronRight';
import type { ChoiceRow } from './choice-rows.ts';

interface ChoiceLineProps {
  readonly id: string;
  readonly row: ChoiceRow;
  readonly isTree: boolean;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** Is something above it chosen? */
  readonly isWithin: boolean;
  /** Undefined while not known. */
  readonly count: number | undefined;
  readonly isEstimate: boolean;
  readonly onChoose: () => void;
  readonly onUnfold: () => void;
}

const INDENT = 18;

/** One choice: a press on it chooses it, one on its arrow shows what is below it. */
export function ChoiceLine(props: ChoiceLineProps) {
  const { id, row, isTree, isActive, isChosen, isWithin, count, isEstimate, onChoose, onUnfold } = props;
  const { depth, isOpen, label } = row;
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      className="quick-line"
      role={isTree ? 'treeitem' : 'option'}
      aria-selected={isChosen || isWithin}
      {...(isTree && { 'aria-level': depth + 1 })}
      {...(isOpen !== undefined && { 'aria-expanded': isOpen })}
      data-active={isActive}
      data-within={isWithin && !isChosen}
      data-none={count === 0}
      style={{ paddingInlineStart: 8 + depth * INDENT }}
      onClick={({ target }) => {
        const isFold = isOpen !== undefined && (target as Element).closest('.quick-fold') !== null;
        if (isFold) onUnfold();
        else onChoose();
      }}
    >
      {isTree && (
        <span className="quick-fold" data-open={isOpen} aria-hidden>
          {isOpen !== undefined && <ChevronRight sx={{ fontSize: 18 }} />}
        </span>
      )}
      <span className="quick-check" aria-hidden>
        {(isChosen || isWithin) && <Check sx={{ fontSize: 14 }} />}
      </span>
      <span className="quick-label" title={label}>
        {label}
      </span>
      {count !== undefined && (
        <span className="quick-count">
          {isEstimate && count > 0 && '约 '}
          {isEstimate && count === 0 ? '' : count.toLocaleString('zh-CN')}
        </span>
      )}
    </button>
  );
}
