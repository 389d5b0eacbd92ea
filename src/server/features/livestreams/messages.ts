import { shanghaiTime } from '#shared/time/shanghai.ts';

// What the livestream accounts say. Titles stay within what a notice may be called: a livestream's own is at most forty characters.

/** Where livestreams are listed. */
export const LIVESTREAMS_PATH = '/lives';

/** A notification about a livestream. */
export interface LivestreamMessage {
  readonly title: string;
  readonly body: string;
}

interface NamedLivestream {
  readonly title: string;
  readonly host: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** The start and the end as people read them: the day of the end only where it is another. */
function times({ starts_at, ends_at }: NamedLivestream): string {
  const [start, end] = [shanghaiTime(new Date(starts_at)), shanghaiTime(new Date(ends_at))];
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  return `${start.slice(0, 16)} 至 ${isOneDay ? end.slice(11, 16) : end.slice(0, 16)}`;
}

export const announced = (live: NamedLivestream): LivestreamMessage => ({
  title: `直播预告：${live.title}`,
  body: `${live.host}将于 ${times(live)} 直播，关注后开播时会通知您。`,
});

export const begun = (live: NamedLivestream): LivestreamMessage => ({
  title: `直播开始：${live.title}`,
  body: `您关注的直播已经开始，主讲：${live.host}。`,
});

export const moved = (live: NamedLivestream): LivestreamMessage => ({
  title: `直播改期：${live.title}`,
  body: `您关注的直播改为 ${times(live)}，主讲：${live.host}。`,
});

export const cancelled = (live: NamedLivestream): LivestreamMessage => ({
  title: `直播取消：${live.title}`,
  body: `您关注的直播已取消，原定 ${times(live)}。`,
});
