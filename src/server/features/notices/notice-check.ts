import { MAX_NOTICE, MAX_NOTICE_TITLE, type sendStaffNotice } from '#schemas/api/notices.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { KINDS_OF_PEOPLE } from '#shared/policy/kinds-of-people.ts';
import type { NewNotice } from '#server/platform/notifications/queries.ts';

/** A notice as staff wrote it. */
export type Sending = BodyOf<typeof sendStaffNotice>;

/** A path of the product; never the address of another place. */
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;
const KINDS: ReadonlySet<string> = new Set(KINDS_OF_PEOPLE.map(({ kind }) => kind));

/** Are these all names of kinds of people? */
export const areKinds = (kinds: readonly string[]): boolean => kinds.every((kind) => KINDS.has(kind));

/** What was written, as it is kept. @throws Failure INVALID_BODY with the problems at their fields. */
export function judged({ key, type, audience, uid, kinds = [], ...texts }: Sending, actor: Actor): NewNotice {
  const title = texts.title.trim();
  const body = texts.content.trim();
  const link = texts.link?.trim() ?? '';
  const problems: Problem[] = [];
  const say = (field: string, message: string) => problems.push({ field, message });
  if (audience === 'one' && uid === undefined) say('uid', '请选择接收人');
  if (audience === 'segment' && kinds.length === 0) say('kinds', '请至少选择一类人群');
  else if (audience === 'segment' && !areKinds(kinds)) say('kinds', '选择的人群不存在');
  if (isOutside(title, MAX_NOTICE_TITLE)) say('title', `长度在 1 到 ${MAX_NOTICE_TITLE} 个字符`);
  if (isOutside(body, MAX_NOTICE)) say('content', `长度在 1 到 ${MAX_NOTICE} 个字符`);
  if (link !== '' && !OWN_PATH.test(link)) say('link', '链接必须是本平台的路径，以 / 开头');
  if (problems[0]) throw new Failure('INVALID_BODY', problems[0].message, problems);
  return {
    type,
    audience,
    accountId: audience === 'one' ? (uid ?? null) : null,
    kinds: audience === 'segment' ? [...new Set(kinds)].toSorted() : [],
    title,
    body,
    link: link === '' ? null : link,
    key: `staff:${actor.id}:${key}`,
    by: actor.id,
  };
}

const isOutside = (text: string, max: number): boolean => text === '' || [...text].length > max;
