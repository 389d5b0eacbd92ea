import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { rowActions } from '#shared/conditions/row-actions.ts';
import { daysFrom } from '#shared/time/days.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellText } from '#client/ui/field-types/registry.ts';
import { isOwnFile } from '#client/ui/field-types/texts/file-url.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import '#client/ui/field-types/cells/chip.css';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { ActionStore } from '#client/features/records/actions/action-store.ts';
import { boardOptions } from './board-move.ts';

/** What every card of a board is drawn with. */
export interface CardSurroundings {
  readonly view: ListView;
  readonly actions: ActionStore;
  readonly options: OptionLabels;
  /** Addresses of pictures, by object and id. */
  readonly logos: Readonly<Record<string, string>>;
  readonly onMove: (row: RecordRow, to: string) => void;
  /** The card that is being dragged, or none. */
  readonly onDrag: (row: RecordRow | undefined) => void;
}

interface BoardCardProps extends CardSurroundings {
  readonly row: RecordRow;
  /** It came here just now by a move: its button takes the focus. */
  readonly isFocused: boolean;
  readonly onFocused: () => void;
}

/** One record of a board: dragged, or moved by its menu. */
export function BoardCard({ row, isFocused, onFocused, onDrag, onMove, ...around }: BoardCardProps) {
  const { view, actions, options } = around;
  const { board, fields } = view;
  const mover = useRef<HTMLButtonElement>(null);
  const [movingAt, setMovingAt] = useState<HTMLElement | null>(null);
  const [moreAt, setMoreAt] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!isFocused) return;
    mover.current?.focus();
    mover.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    onFocused();
  }, [isFocused, onFocused]);
  const name = String(row[view.nameField] ?? '') || `#${row.id}`;
  const here = row[board?.by ?? ''];
  const offered = rowActions(view.actions ?? [], fields, actions);
  const all = offered(row as Parameters<typeof offered>[0]);
  const isMovable = board?.move === undefined ? view.editable === true : all.some(({ id }) => id === board.move);
  const others = all.filter(({ id }) => id !== board?.move);
  const shown = (board?.card ?? []).flatMap((apiName) => {
    const field = fields.find((each) => each.apiName === apiName);
    const text = field && cellText(recordValue(row, apiName), field, options);
    return field && text ? [{ field, text }] : [];
  });
  const due = dueWords(row, view, actions.today);
  // The arrows lead into the columns on both sides.
  const byArrow = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const columns = boardOptions(view);
    const beside = columns[columns.findIndex(({ value }) => value === here) + step];
    if (beside && !event.repeat) onMove(row, beside.value);
  };
  return (
    <li>
      <div
        className="board-card"
        draggable={isMovable}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', name);
          onDrag(row);
        }}
        onDragEnd={() => onDrag(undefined)}
      >
        <div className="board-card-head">
          {board?.logo && <Logo row={row} {...around} />}
          <a href={hashAddress(detailPath(view.objectApiName, row.id))} draggable={false} title={name}>
            {name}
          </a>
        </div>
        {shown.length > 0 && (
          <dl>
            {shown.map(({ field, text }) => (
              <div key={field.apiName}>
                <dt>{field.label}</dt>
                <dd title={text} data-due={field.apiName === board?.due}>
                  {text}
                  {field.apiName === board?.due && due && (
                    <span className="chip" data-tone={due.tone}>
                      {due.words}
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className="board-card-foot">
          {isMovable && (
            <PlainButton
              ref={mover}
              aria-haspopup="menu"
              aria-label={`移动“${name}”`}
              aria-keyshortcuts="ArrowLeft ArrowRight"
              title="按左右方向键移到相邻的列"
              onClick={(event) => setMovingAt(event.currentTarget)}
              onKeyDown={byArrow}
            >
              移动
            </PlainButton>
          )}
          <LazyMenu
            anchor={movingAt}
            onClose={() => setMovingAt(null)}
            choices={boardOptions(view)
              .filter(({ value }) => value !== here)
              .map(({ value, label }) => ({ label: `移到“${label}”`, onChoose: () => onMove(row, value) }))}
          />
          {others.length > 0 && (
            <PlainButton
              tone="quiet"
              aria-haspopup="menu"
              aria-label={`操作“${name}”`}
              onClick={(event) => setMoreAt(event.currentTarget)}
            >
              操作…
            </PlainButton>
          )}
          <LazyMenu
            anchor={moreAt}
            onClose={() => setMoreAt(null)}
            choices={others.map((action) => ({ label: action.label, onChoose: () => actions.ask(action, [row]) }))}
          />
        </div>
      </div>
    </li>
  );
}

/** The picture of what the card is about, else the first character of its name. */
function Logo({ row, view, logos }: Pick<BoardCardProps, 'row' | 'view' | 'logos'>) {
  const [address] = (view.board?.logo ?? []).flatMap((apiName) => {
    const link = row[apiName] as ReferenceValue | undefined;
    const target = view.fields.find((field) => field.apiName === apiName)?.targetApiName ?? '';
    return link ? (logos[`${target}/${link.id}`] ?? []) : [];
  });
  if (address !== undefined && isOwnFile(address))
    return <img className="board-logo" src={address} alt="" loading="lazy" decoding="async" draggable={false} />;
  return (
    <span className="board-logo" aria-hidden>
      {[...String(row[view.nameField] ?? '')][0]}
    </span>
  );
}

/** What is to be said of the day of a card; nothing of one that is still to come, or that no longer matters. */
function dueWords(row: RecordRow, { board }: ListView, today: string) {
  const day = row[board?.due ?? ''];
  const isEnded = board?.ended?.includes(String(row[board.by])) === true;
  if (typeof day !== 'string' || day.length !== today.length || isEnded || day > today) return undefined;
  return day === today
    ? { words: '今天', tone: 'warn' as const }
    : { words: `已过期${daysFrom(day, today)}天`, tone: 'bad' as const };
}
