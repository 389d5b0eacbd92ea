import type { LivestreamState } from '#shared/livestreams/livestream-state.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/durations.ts';

export const STATE_LABELS: Readonly<Record<LivestreamState, string>> = {
  coming: '未开始',
  onAir: '直播中',
  over: '已结束',
  cancelled: '已取消',
};

const NEAR_DAYS = [
  [-1, '昨天'],
  [0, '今天'],
  [1, '明天'],
  [2, '后天'],
] as const;
const WEEKDAYS = '日一二三四五六';

const dayOf = (instant: string): string => shownMoment(instant, 'YYYY-MM-DD');
const dayFrom = (now: Date, days: number): string => dayOf(new Date(now.getTime() + days * DAY_MS).toISOString());

/** The day of an instant in Asia/Shanghai: 今天, else the date and the day of the week. */
function dayLabel(instant: string, now: Date): string {
  const day = dayOf(instant);
  const near = NEAR_DAYS.find(([days]) => dayFrom(now, days) === day);
  if (near) return near[1];
  const isThisYear = day.slice(0, 4) === dayFrom(now, 0).slice(0, 4);
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  return `${shownMoment(instant, isThisYear ? 'M月D日' : 'YYYY年M月D日')} 周${weekday}`;
}

/** From when to when, e.g. 今天 19:00–20:30. */
export function timeLabel({ startsAt, endsAt }: { startsAt: string; endsAt: string }, now: Date): string {
  const end = shownMoment(endsAt, 'HH:mm');
  const isOneDay = dayOf(startsAt) === dayOf(endsAt);
  return `${dayLabel(startsAt, now)} ${shownMoment(startsAt, 'HH:mm')}–${isOneDay ? end : `${dayLabel(endsAt, now)} ${end}`}`;
}

/** How long until a start that is less than a day away; '' for any other. */
export function waitLabel(startsAt: string, now: Date): string {
  const wait = Date.parse(startsAt) - now.getTime();
  if (wait <= 0 || wait >= DAY_MS) return '';
  return wait < HOUR_MS ? `${Math.ceil(wait / MINUTE_MS)} 分钟后开始` : `约 ${Math.round(wait / HOUR_MS)} 小时后开始`;
}
