import type { RecordReply } from '#schemas/api/records.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isInvestor, isStaff, isSvip, type Member } from '#shared/policy/actor.ts';
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

/** No account has this id. */
const NO_ACCOUNT = '0';
const ROLES: Readonly<Record<Viewpoint, readonly string[]>> = { member: [], investor: ['ORG_INVESTOR'] };

/** A user who has nothing to do with the company, of the kind that the page is looked at as. */
const strangerOf = (as: Viewpoint): Member => ({ id: NO_ACCOUNT, name: '', roles: ROLES[as], vipType: 0 });

/**
 * The sight of a user who looks at a page of the own company as others do. Founders may not read all that investors may: the
 * page leads to other records, of which its preview discloses nothing.
 * @throws Failure FORBIDDEN where the record is neither the user's company nor belongs to it; as `openable`.
 */
export async function previewSight(records: RecordService, page: Page, actor: Actor): Promise<Sight> {
  const { speaksFor, isOfOwn } = await records.openable(page.objectApiName, page.id, actor);
  if (!speaksFor && !isOfOwn && !isStaff(actor)) throw new Failure('FORBIDDEN', '只能预览自己企业的页面');
  const viewer = strangerOf(page.as);
  const mayAsMuch = page.as === 'member' || isInvestor(actor) || isSvip(actor) || isStaff(actor);
  return { viewer, rights: mayAsMuch ? viewer : actor };
}

/** A record of the own company as others see it: where the details are closed to them, what is open. @throws Failure as `previewSight`. */
export async function previewRecord(records: RecordService, page: Page, actor: Actor): Promise<RecordReply> {
  const { viewer } = await previewSight(records, page, actor);
  return records.read(page.objectApiName, page.id, viewer).catch(openPart);
}

function openPart(thrown: unknown): RecordReply {
  if (!(thrown instanceof Failure) || thrown.failure !== 'VIP_REQUIRED') throw thrown;
  const { record, locked = [] } = thrown.details as Partial<RecordReply>;
  if (!record) throw thrown;
  return { record, locked, editable: false, isPart: true };
}
