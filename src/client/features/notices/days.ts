import type { Notice } from '#schemas/api/notices.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { DAY_MS } from '#shared/time/durations.ts';

const dayOf = (instant: string): string => shownMoment(instant, 'YYYY-MM-DD');

/** Entries of one day in Asia/Shanghai. */
export interface Day {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** 今天, 昨天, or the day itself. */
  readonly words: string;
  readonly entries: readonly Notice[];
}

/** Entries, newest first, by the day on which they came. */
export function byDay(list: readonly Notice[], now: Date): Day[] {
  const words = new Map([
    [dayOf(new Date(now.getTime() - DAY_MS).toISOString()), '昨天'],
    [dayOf(now.toISOString()), '今天'],
  ]);
  return [...Map.groupBy(list, ({ timeStamp }) => dayOf(timeStamp))].map(([day, entries]) => ({
    day,
    words: words.get(day) ?? day,
    entries,
  }));
}
