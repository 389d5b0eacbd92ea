import { type LivestreamTexts, MAX_LIVE_HOST, MAX_LIVE_LINK, MAX_LIVE_TITLE } from '#schemas/api/livestreams.ts';
import { isDateTimeText } from '#generators/field-types/date-time.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** A livestream as it is kept. */
export interface StoredLivestream {
  readonly title: string;
  readonly host: string;
  readonly cover: string | null;
  /** Instants in ISO 8601, to the millisecond. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly link: string;
}

/** A livestream as staff would have to write it to keep it as it is. */
export const writtenOf = ({ title, host, cover, starts_at, ends_at, link }: StoredLivestream): LivestreamTexts => ({
  title,
  host,
  link,
  startsAt: starts_at,
  endsAt: ends_at,
  cover: cover === null ? null : { url: cover, name: '封面' },
});

/** A broadcast is shorter, and announced no further ahead. */
const LONGEST_MS = DAY_MS;
const FURTHEST_MS = 366 * DAY_MS;

/**
 * The input as it is stored. `before` is the livestream as it was: an unchanged start may be in the past.
 * @throws Failure INVALID_BODY with the problems at their fields.
 */
export function judged(
  written: LivestreamTexts,
  now: Date,
  before?: Pick<StoredLivestream, 'starts_at'>,
): StoredLivestream {
  const title = written.title.trim();
  const host = written.host.trim();
  const link = written.link.trim();
  const cover = written.cover?.url ?? null;
  const problems: Problem[] = [];
  const say = (field: string, message: string) => problems.push({ field, message });
  if (isOutside(title, MAX_LIVE_TITLE)) say('title', `长度在 1 到 ${MAX_LIVE_TITLE} 个字符`);
  if (isOutside(host, MAX_LIVE_HOST)) say('host', `长度在 1 到 ${MAX_LIVE_HOST} 个字符`);
  if (!isWebAddress(link)) say('link', `请填写以 https:// 开头的直播地址，最多 ${MAX_LIVE_LINK} 个字符`);
  if (cover !== null && ownFile(cover)?.bucket !== 'public') say('cover', '封面必须是上传到本平台的图片');
  const [startsAt, endsAt] = [written.startsAt, written.endsAt].map(instantOf);
  if (startsAt === undefined) say('startsAt', '请填写开始时间');
  if (endsAt === undefined) say('endsAt', '请填写结束时间');
  if (startsAt !== undefined && endsAt !== undefined) {
    const isKept = before !== undefined && Date.parse(before.starts_at) === startsAt;
    if (!isKept && startsAt <= now.getTime()) say('startsAt', '开始时间必须晚于现在');
    if (startsAt > now.getTime() + FURTHEST_MS) say('startsAt', '开始时间最多在一年以内');
    if (endsAt <= startsAt) say('endsAt', '结束时间必须晚于开始时间');
    else if (endsAt - startsAt > LONGEST_MS) say('endsAt', '直播时长最多 24 小时');
    else if (endsAt <= now.getTime()) say('endsAt', '结束时间必须晚于现在');
  }
  if (problems[0] || startsAt === undefined || endsAt === undefined)
    throw new Failure('INVALID_BODY', problems[0]?.message, problems);
  const iso = (at: number) => new Date(at).toISOString();
  return { title, host, cover, starts_at: iso(startsAt), ends_at: iso(endsAt), link };
}

const isOutside = (text: string, max: number): boolean => text === '' || [...text].length > max;

const instantOf = (text: string): number | undefined => (isDateTimeText(text) ? Date.parse(text) : undefined);

/** An address of the web that says all it is: without a name and password before the host. */
function isWebAddress(text: string): boolean {
  if (text.length > MAX_LIVE_LINK || !/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
