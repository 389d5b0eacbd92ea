import { observer } from 'mobx-react-lite';
import type { RecordRow } from '#schemas/api/records.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { RowFacts, RowName, RowValue } from './row-facts.tsx';
import type { BlockViewProps } from './block-view.ts';

/** Known days as texts, which sort as the days do; what has none comes last. */
const dayOf = (row: RecordRow, date: string): string => {
  const value = recordValue(row, date);
  return typeof value === 'string' ? value : '';
};

/** Records along the time line, the newest first: when, what, how much, and who. */
export const TimelineView = observer(function TimelineView({ store, view, rows, options, ownId }: BlockViewProps) {
  const { date = '', badge, figure } = store.layout.view ?? {};
  // Lists with an order of their own come in that order.
  const sorted = store.isSortable ? rows : rows.toSorted((a, b) => (dayOf(a, date) < dayOf(b, date) ? 1 : -1));
  return (
    <ol className="timeline">
      {sorted.map((row) => (
        <li key={row.id} data-own={row.id === ownId || undefined}>
          <div className="timeline-when">
            <RowValue {...{ view, row, options }} field={date} />
            {dayOf(row, date) === '' && <span>日期未知</span>}
          </div>
          <div className="timeline-what">
            <div className="timeline-head">
              <RowValue {...{ view, row, options }} field={badge} />
              {figure !== undefined && (
                <b>
                  <RowValue {...{ view, row, options }} field={figure} />
                </b>
              )}
              {row.id === ownId ? <strong>本条记录</strong> : <RowName view={view} row={row} />}
            </div>
            <RowFacts {...{ store, view, row, options }} />
          </div>
        </li>
      ))}
    </ol>
  );
});
