import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { RecordRow } from '#schemas/api/records.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { recordValue } from '#client/lib/record-value.ts';
import type { BlockViewProps } from './block-view.ts';
import { ChainMembers } from './chain-members.tsx';
import { fieldOf, nameOf, RowValue } from './row-facts.tsx';

/** Pixels of a node with the gap below it; positions of the lines follow from them. */
const STEP = 62;
const NODE = 52;
/** Shares of the width of the picture that a lane takes, in hundredths. */
const GAP = 8;

const links = (row: RecordRow, apiName: string | undefined): readonly ReferenceValue[] => {
  const value = apiName === undefined ? undefined : recordValue(row, apiName);
  return Array.isArray(value) ? (value as readonly ReferenceValue[]) : value ? [value as ReferenceValue] : [];
};

/** The stations of a chain in the order of their options, with the lines from each record to the next ones. */
export const ChainView = observer(function ChainView({ store, view, rows, options, ownId }: BlockViewProps) {
  const { groupBy, next, previous, members, figure } = store.layout.view ?? {};
  const [opened, setOpened] = useState(ownId ?? rows[0]?.id);
  const group = fieldOf(view, groupBy);
  const lanes = (group?.selectOptions ?? []).flatMap(({ value, label }) => {
    const own = rows.filter((row) => recordValue(row, groupBy ?? '') === value);
    return own.length > 0 ? [{ value, label, rows: own }] : [];
  });
  const place = new Map(
    lanes.flatMap((lane, at) => lane.rows.map((row, step) => [row.id, { lane: at, step }] as const)),
  );
  const steps = new Map(
    rows.flatMap((row) => [
      ...links(row, next).map(({ id }) => [`${row.id}-${id}`, [row.id, id]] as const),
      ...links(row, previous).map(({ id }) => [`${id}-${row.id}`, [id, row.id]] as const),
    ]),
  );
  const lines = [...steps].flatMap(([key, [before, after]]) => {
    const [from, to] = [place.get(before), place.get(after)];
    const isNear = before === opened || after === opened;
    return from && to && from.lane !== to.lane ? [{ key, from, to, isNear }] : [];
  });
  const shown = rows.find((row) => row.id === opened);
  const width = (100 - GAP * (lanes.length - 1)) / Math.max(1, lanes.length);
  const left = (lane: number) => lane * (width + GAP);
  const middle = (step: number) => step * STEP + NODE / 2;
  const height = Math.max(...lanes.map((lane) => lane.rows.length)) * STEP;
  return (
    <div className="chain">
      <div
        className="chain-lanes"
        style={{ gridTemplateColumns: `repeat(${lanes.length}, minmax(0, 1fr))`, columnGap: `${GAP}%` }}
      >
        <svg aria-hidden viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" style={{ height }}>
          {lines.map(({ key, from, to, isNear }) => {
            const isForward = from.lane < to.lane;
            const [x1, x2] = [left(from.lane) + (isForward ? width : 0), left(to.lane) + (isForward ? 0 : width)];
            const bend = (x1 + x2) / 2;
            const path = `M${x1},${middle(from.step)} C${bend},${middle(from.step)} ${bend},${middle(to.step)} ${x2},${middle(to.step)}`;
            return <path key={key} d={path} data-near={isNear || undefined} vectorEffect="non-scaling-stroke" />;
          })}
        </svg>
        {lanes.map((lane) => (
          <section key={lane.value} aria-label={lane.label}>
            <h3>{lane.label}</h3>
            <ul>
              {lane.rows.map((row) => (
                <li key={row.id} style={{ height: NODE, marginBottom: STEP - NODE }}>
                  <button
                    type="button"
                    className="chain-node"
                    aria-pressed={row.id === opened}
                    data-own={row.id === ownId || undefined}
                    onClick={() => setOpened(row.id)}
                  >
                    <b>{nameOf(view, row)}</b>
                    <small>
                      {row.id === ownId && '本环节 '}
                      <RowValue {...{ view, row, options }} field={figure} />
                    </small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {shown && (
        <ChainMembers
          {...{ store, view, options }}
          row={shown}
          isOwn={shown.id === ownId}
          members={fieldOf(view, members)}
          links={links(shown, members)}
        />
      )}
    </div>
  );
});
