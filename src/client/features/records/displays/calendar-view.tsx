import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import type { ListView } from '#schemas/api/list-view.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { cellText } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { COUNTED } from '#client/features/records/base/count-labels.ts';
import { fieldOf } from '#client/features/records/blocks/row-facts.tsx';
import type { CalendarDay, CalendarStore } from './calendar-store.ts';
import type { DisplayQuery } from './display-query.ts';
import { RecordLink, type RecordLinkProps } from './record-link.tsx';

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
/** Records of a day in its cell; the day itself leads to all of them. */
const SHOWN = 4;

interface CalendarViewProps extends Pick<RecordLinkProps, 'onOpen'> {
  readonly view: ListView;
  readonly query: DisplayQuery;
  readonly store: CalendarStore;
  readonly options: OptionLabels;
  /** Days one below the other, without those that have no record. */
  readonly isNarrow: boolean;
  /** Shows the records of one day as rows. */
  readonly onDay: (day: string) => void;
}

/** A list as the days of a month. */
export const CalendarView = observer(function CalendarView(props: CalendarViewProps) {
  const { view, query, store, isNarrow } = props;
  useEffect(() => store.show(query, view));
  const { value: weeks, failure, isLoading } = store.weeks;
  const [year, month] = store.month.split('-');
  const days = weeks?.flat().filter(({ day }) => day.startsWith(store.month)) ?? [];
  return (
    <div className="calendar">
      <div className="calendar-head">
        <h2 aria-live="polite">{`${year}年${Number(month)}月`}</h2>
        <PlainButton aria-label="上个月" onClick={() => store.turn(-1)}>
          ‹
        </PlainButton>
        <PlainButton onClick={() => store.toToday()}>本月</PlainButton>
        <PlainButton aria-label="下个月" onClick={() => store.turn(1)}>
          ›
        </PlainButton>
        {store.isEmpty && !isLoading && (
          <span className="calendar-empty">
            这个月没有记录
            <PlainButton onClick={() => void store.toLatest()}>查看最近的记录</PlainButton>
          </span>
        )}
      </div>
      {failure && <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => store.reload() }} />}
      {isNarrow ? (
        <ol className="calendar-days">
          {days
            .filter(({ rows, isCut }) => rows.length > 0 || isCut)
            .map((day) => (
              <li key={day.day}>
                <Day {...props} day={day} />
              </li>
            ))}
        </ol>
      ) : (
        <ScrollBox label={`${view.label}日历`} className="calendar-scroll">
          <table className="calendar-grid" aria-busy={isLoading}>
            <thead>
              <tr>
                {WEEKDAYS.map((weekday) => (
                  <th key={weekday} scope="col">
                    {weekday}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks?.map((week) => (
                <tr key={week[0]?.day}>
                  {week.map((day) => (
                    <td
                      key={day.day}
                      data-outside={!day.day.startsWith(store.month)}
                      aria-current={day.day === store.today ? 'date' : undefined}
                    >
                      <Day {...props} day={day} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </div>
  );
});

function Day(props: CalendarViewProps & { readonly day: CalendarDay }): ReactNode {
  const { view, options, onOpen, onDay, isNarrow } = props;
  const { day, rows, isCut } = props.day;
  const badge = fieldOf(view, view.calendar?.badge);
  const rest = rows.length - SHOWN;
  const [, month, date] = day.split('-').map(Number);
  const shown = isNarrow ? rows : rows.slice(0, SHOWN);
  const words = `${month}月${date}日`;
  return (
    <>
      <button
        type="button"
        className="calendar-date"
        aria-label={`${words}，${isCut ? '至少 ' : ''}${rows.length} ${view.measureWord ?? COUNTED}，查看列表`}
        onClick={() => onDay(day)}
      >
        {isNarrow ? words : date}
      </button>
      <ul>
        {shown.map((row) => {
          const mark = badge && cellText(recordValue(row, badge.apiName), badge, options);
          return (
            <li key={row.id}>
              <RecordLink view={view} row={row} onOpen={onOpen} />
              {mark && <small>{mark}</small>}
            </li>
          );
        })}
      </ul>
      {(isCut || (!isNarrow && rest > 0)) && (
        <PlainButton onClick={() => onDay(day)}>
          {isCut ? '查看全部' : `另有 ${rest} ${view.measureWord ?? COUNTED}`}
        </PlainButton>
      )}
    </>
  );
}
