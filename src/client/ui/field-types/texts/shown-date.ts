import { isDateText } from '#generators/field-types/date.ts';
import { isDateTimeText } from '#generators/field-types/date-time.ts';
import { formatDay, formatShanghai } from '#shared/time/format.ts';

/** A date text for reading: a year as 2019年, a month as 2019年6月, a day in `format`. Other text comes back as it is. */
export function shownDate(text: string, format = 'YYYY-MM-DD'): string {
  if (!isDateText(text)) return text;
  const [year, month] = text.split('-').map(Number);
  if (text.length === 4) return `${year}年`;
  if (text.length === 7) return `${year}年${month}月`;
  return formatDay(text, format);
}

/** An ISO 8601 UTC instant in Shanghai time. Other text comes back as it is. */
export function shownMoment(text: string, format = 'YYYY-MM-DD HH:mm'): string {
  return isDateTimeText(text) ? formatShanghai(text, format) : text;
}
