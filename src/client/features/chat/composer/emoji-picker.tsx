import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { EMOJI_GROUPS, emojiName } from './emoji.ts';
import { recentEmoji, rememberEmoji } from './recent-emoji.ts';
import './emoji-picker.css';

/** Emoji of one row. */
const ACROSS = 8;

export interface EmojiPickerProps {
  /** `isLast`: the focus goes back to the text, where Enter sends; the space bar picks the next one from where it is. */
  readonly onPick: (sign: string, isLast: boolean) => void;
  /** Escape, or a press elsewhere. `byKey`: the focus is to go back where it was. */
  readonly onClose: (byKey: boolean) => void;
}

interface Group {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Rows of the groups before. */
  readonly first: number;
}

function inRows(signs: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(signs.length / ACROSS) }, (_, row) =>
    signs.slice(row * ACROSS, (row + 1) * ACROSS),
  );
}

/** The groups, with what was used last before them. */
function groupsNow(): readonly Group[] {
  const recent = recentEmoji();
  const ours = EMOJI_GROUPS.map(({ name, emoji }) => ({ name, rows: inRows(emoji.map(([sign]) => sign)) }));
  const all = recent.length === 0 ? ours : [{ name: '最近使用', rows: [recent] }, ...ours];
  const before = (place: number) => all.slice(0, place).reduce((sum, { rows }) => sum + rows.length, 0);
  return all.map((group, place) => ({ ...group, first: before(place) }));
}

/** Emoji as a grid that arrows lead through. It stays open, so that several can be picked. */
export function EmojiPicker({ onPick, onClose }: EmojiPickerProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The recent row is that of the opening: nothing moves below the pointer.
  const [groups] = useState(groupsNow);
  const rows = groups.flatMap((group) => group.rows);
  const [at, setAt] = useState({ row: 0, column: 0 });

  const focusAt = (row: number, column: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, row));
    const place = { row: to, column: Math.max(0, Math.min((rows[to]?.length ?? 1) - 1, column)) };
    setAt(place);
    panel.current?.querySelector<HTMLElement>(`[data-place="${place.row}-${place.column}"]`)?.focus();
  };
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-place="0-0"]')?.focus();
  }, []);
  useEffect(() => {
    const leave = ({ target }: PointerEvent) => {
      // The button beside it opens and closes by itself.
      if (target instanceof Element && !target.closest('.emoji-place')) onClose(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);

  const pick = (sign: string, isLast: boolean) => {
    rememberEmoji(sign);
    onPick(sign, isLast);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = at;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowRight: () => (column + 1 < (rows[row]?.length ?? 0) ? focusAt(row, column + 1) : focusAt(row + 1, 0)),
      ArrowLeft: () => (column > 0 ? focusAt(row, column - 1) : focusAt(row - 1, row > 0 ? ACROSS : 0)),
      ArrowDown: () => focusAt(row + 1, column),
      ArrowUp: () => focusAt(row - 1, column),
      Home: () => focusAt(row, 0),
      End: () => focusAt(row, ACROSS),
      Escape: () => onClose(true),
      Enter: () => pick(rows[row]?.[column] ?? '', true),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };

  return (
    <div ref={panel} role="grid" tabIndex={-1} aria-label="表情" className="emoji-picker" onKeyDown={onKeyDown}>
      {groups.map(({ name, rows: own, first }) => (
        <div key={name} role="rowgroup" aria-label={name}>
          <p aria-hidden>{name}</p>
          {own.map((signs, place) => (
            <div key={signs.join('')} role="row">
              {signs.map((sign, column) => {
                const row = first + place;
                return (
                  <button
                    key={sign}
                    type="button"
                    role="gridcell"
                    data-place={`${row}-${column}`}
                    tabIndex={at.row === row && at.column === column ? 0 : -1}
                    aria-label={emojiName(sign)}
                    title={emojiName(sign)}
                    onFocus={() => setAt({ row, column })}
                    // The space bar counts no clicks.
                    onClick={({ detail }) => pick(sign, detail > 0)}
                  >
                    {sign}
                  </button>
                );
              })}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
