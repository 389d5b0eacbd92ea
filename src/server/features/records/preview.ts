import type { RecordReply } from '#schemas/api/records.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isInvestor, isStaff, isSvip, VISITOR } from '#shared/policy/actor.ts';
import { KINDS_OF_PEOPLE, somebodyOf } from '#shared/policy/kinds-of-people.ts';
import type { RecordService } from './service.ts';

/** Who reads a page: what is open to `viewer`, and of lists with records of others no more than `rights` may read. */
export interface Sight {
  readonly viewer: Actor;
  readonly rights: Actor;
}

interface Page {
  readonly objectApiName: string;
  readonly id: string;
  readonly as: Viewpoint;
}

/** As whom members of a company look at its page. */
const OF_OWN_PAGES: ReadonlySet<Viewpoint> = new Set(['member', 'investor']);

/** A user who has nothing to do with what is looked at, of the kind that it is looked at as; without an account. */
function strangerOf(as: Viewpoint): Actor {
  const kind = KINDS_OF_PEOPLE.find((one) => one.kind === as);
  return kind ? somebodyOf(kind) : VISITOR;
}

/** Who reads a list that staff look at as another kind of user. @throws Failure FORBIDDEN for all but staff. */
export function listViewer(as: Viewpoint, actor: Actor): Actor {
  if (!isStaff(actor)) throw new Failure('FORBIDDEN', '只有产品人员可以以其他身份查看列表');
  return strangerOf(as);
}

/** What is closed to a visitor would end the session of who looks. */
export async function asSeen<Seen>(read: () => Promise<Seen>): Promise<Seen> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure) || error.failure !== 'SESSION_INVALID') throw error;
    throw new Failure('FORBIDDEN', '访客需要登录后才能查看');
  }
}

/**
 * The sight of a user who looks at a page of the own company as others do. Founders may not read all that investors may: the
 * page leads to other records, of which its preview discloses nothing.
 * @throws Failure FORBIDDEN where the record is neither the user's company nor belongs to it; as `openable`.
 */
export async function previewSight(records: RecordService, page: Page, actor: Actor): Promise<Sight> {
  const { speaksFor, isOfOwn } = await records.openable(page.objectApiName, page.id, actor);
  if (!speaksFor && !isOfOwn && !isStaff(actor)) throw new Failure('FORBIDDEN', '只能预览自己企业的页面');
  if (!OF_OWN_PAGES.has(page.as) && !isStaff(actor))
    throw new Failure('FORBIDDEN', '自己企业的页面只能以未认证用户或认证投资人的身份预览');
  const viewer = strangerOf(page.as);
  const mayAsMuch = page.as === 'member' || isInvestor(actor) || isSvip(actor) || isStaff(actor);
  return { viewer, rights: mayAsMuch ? viewer : actor };
}

/** A record of the own company as others see it: where the details are closed to them, what is open. @throws Failure as `previewSight`. */
export async function previewRecord(records: RecordService, page: Page, actor: Actor): Promise<RecordReply> {
  const { viewer } = await previewSight(records, page, actor);
  return asSeen(async () => records.read(page.objectApiName, page.id, viewer).catch(openPart));
}

function openPart(thrown: unknown): RecordReply {
  if (!(thrown instanceof Failure) || thrown.failure !== 'VIP_REQUIRED') throw thrown;
  const { record, locked = [] } = thrown.details as Partial<RecordReply>;
  if (!record) throw thrown;
  return { record, locked, editable: false, isPart: true };
}
