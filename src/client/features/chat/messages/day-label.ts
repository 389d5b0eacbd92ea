import dayjs from 'dayjs';

/** Minutes are what people read off a clock. */
const CLOCK = 'HH:mm';

/** When something was, as lists and groups of messages say it: HH:mm today, 昨天, YYYY-MM-DD otherwise; '' for no instant. */
export function dayLabel(instant: string, now: Date): string {
  const moment = dayjs(instant);
  if (!moment.isValid()) return '';
  const today = dayjs(now);
  if (moment.isSame(today, 'day')) return moment.format(CLOCK);
  // By the calendar and not by 24 hours, which the change of summer time would shift.
  if (moment.isSame(today.subtract(1, 'day'), 'day')) return '昨天';
  return moment.format('YYYY-MM-DD');
}

/** The minute of an instant; '' for no instant. */
export function clockLabel(instant: string): string {
  const moment = dayjs(instant);
  return moment.isValid() ? moment.format(CLOCK) : '';
}

/** An instant to the minute, where the day alone does not say enough; '' for no instant. */
export function momentLabel(instant: string): string {
  const moment = dayjs(instant);
  return moment.isValid() ? moment.format('YYYY-MM-DD HH:mm') : '';
}

/** Two instants with the same key are on the same day of the reader. */
export const dayKey = (instant: string): string => dayjs(instant).format('YYYY-MM-DD');
