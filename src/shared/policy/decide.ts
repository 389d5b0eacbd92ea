import type { Action } from '#schemas/api/actions.ts';
import { REQUEST_DUTIES } from '#schemas/generated/api/staff-requests.ts';
import type { Audience } from '#schemas/metadata/audience.ts';
import type { Duty } from '#schemas/metadata/duty.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { ofCompanyLink } from '#generators/object.ts';
import type { FailureName } from '#shared/errors.ts';
import { type Actor, hasDuty, isInvestor, isMember, isStaff, isSvip, type Member } from './actor.ts';
import { limitsOf } from './row-limits.ts';

/** Why not: the failure to throw, or null when allowed. */
export type Decision = FailureName | null;

type Rule = (actor: Actor) => Decision;

const anybody: Rule = () => null;
const member: Rule = (actor) => (isMember(actor) ? null : 'SESSION_INVALID');
const staff: Rule = (actor) => member(actor) ?? (isStaff(actor) ? null : 'FORBIDDEN');

/** Staff who have one of the duties. */
const onDuty =
  (...duties: readonly Duty[]): Rule =>
  (actor) =>
    staff(actor) ?? (hasDuty(actor, ...duties) ? null : 'FORBIDDEN');

const investor: Rule = (actor) => member(actor) ?? (isInvestor(actor) ? null : 'FORBIDDEN');

/** A program with a key of a user, and never the user: a session is worth nothing here. */
const key: Rule = (actor) => (actor.key ? member(actor) : 'KEY_REFUSED');

const RULES = {
  anybody,
  member,
  investor,
  staff,
  data: onDuty('data'),
  audit: onDuty('audit'),
  money: onDuty('money'),
  access: onDuty('access'),
  fourEyes: onDuty(...Object.values(REQUEST_DUTIES)),
  key,
};

/** Who may do what, before the object and the record are looked at. A new action does not compile without its line. */
const ACTION_RULES = {
  'session.open': 'anybody',
  'session.close': 'anybody',
  'session.read': 'member',
  'session.devices': 'member',
  'session.factor': 'member',
  'passport.captcha': 'anybody',
  'passport.code': 'anybody',
  'passport.reset': 'anybody',
  'passport.qrcode': 'anybody',
  'passport.confirm': 'member',
  'passport.email': 'anybody',
  'landing.read': 'anybody',
  'home.read': 'anybody',
  'home.check': 'data',
  'album.read': 'anybody',
  'legal.read': 'anybody',
  'legal.agree': 'member',
  'legal.publish': 'data',
  'help.read': 'anybody',
  'help.judge': 'anybody',
  'profile.edit': 'member',
  'account.close': 'member',
  'identity.read': 'member',
  'identity.submit': 'member',
  'identity.audit': 'audit',
  'company.suggest': 'member',
  'company.members': 'member',
  'coins.read': 'member',
  'order.place': 'member',
  'order.read': 'member',
  'order.notify': 'anybody',
  'code.redeem': 'member',
  'code.issue': 'money',
  'contact.read': 'member',
  'contact.buy': 'member',
  'contact.settings': 'member',
  'plan.request': 'member',
  'plan.decide': 'member',
  'report.file': 'member',
  'service.read': 'anybody',
  'service.write': 'member',
  'service.answer': 'audit',
  'financing.manage': 'member',
  'pipeline.manage': 'member',
  'jingchat.ask': 'member',
  'matching.read': 'member',
  'matching.projects': 'investor',
  'chat.read': 'member',
  'chat.send': 'member',
  'chat.exchange': 'member',
  'interest.read': 'member',
  'visit.manage': 'member',
  'notice.read': 'member',
  'notice.send': 'data',
  'live.follow': 'member',
  'live.announce': 'data',
  'file.upload': 'member',
  'file.read': 'anybody',
  'staff.users': 'staff',
  'staff.accounts': 'access',
  'staff.contacts': 'audit',
  'staff.grants': 'money',
  'staff.decide': 'fourEyes',
  'staff.sealed': 'audit',
  'staff.orders': 'money',
  'staff.reports': 'audit',
  'staff.financing': 'audit',
  'staff.log': 'audit',
  'staff.waiting': 'staff',
  'staff.quality': 'data',
  'metadata.read': 'anybody',
  'metadata.edit': 'data',
  'record.list': 'anybody',
  'record.read': 'anybody',
  'record.open': 'member',
  'record.create': 'member',
  'record.edit': 'member',
  'record.history': 'member',
  'record.merge': 'data',
  'record.export': 'member',
  'record.bulk': 'data',
  'record.retire': 'data',
  'record.search': 'anybody',
  'record.provenance': 'anybody',
  'record.pin': 'data',
  'record.duplicates': 'member',
  'duplicate.decide': 'data',
  'assistant.teach': 'data',
  'view.read': 'member',
  'view.edit': 'member',
  'note.manage': 'member',
  'list.read': 'member',
  'list.edit': 'member',
  'alert.manage': 'member',
  'alert.unsubscribe': 'anybody',
  'correction.propose': 'member',
  'correction.decide': 'audit',
  'import.run': 'data',
  'events.follow': 'anybody',
  'docs.read': 'anybody',
  'open.keys': 'member',
  'open.read': 'key',
} as const satisfies Readonly<Record<Action, keyof typeof RULES>>;

/** Who calls a route with this action: a user who is signed in, where the rule asks for one. */
export type ActorOf<A extends Action> = A extends Action
  ? (typeof ACTION_RULES)[A] extends 'anybody'
    ? Actor
    : Member
  : never;

/** May this actor do this at all? */
export const decide = (actor: Actor, action: Action): Decision => RULES[ACTION_RULES[action]](actor);

type AudienceRule = (actor: Actor, ownerId: string | null, access: AccessTerms) => Decision;

const AUDIENCE_RULES: Readonly<Record<Audience, AudienceRule>> = {
  everyone: anybody,
  member,
  investorOrSvip: (actor) => member(actor) ?? (isInvestor(actor) || isSvip(actor) ? null : 'VIP_REQUIRED'),
  svip: (actor) => member(actor) ?? (isSvip(actor) ? null : 'VIP_REQUIRED'),
  roles: (actor, _ownerId, { roles = [] }) =>
    member(actor) ?? (hasRole(actor, roles) ? null : roles.includes('svip') ? 'VIP_REQUIRED' : 'FORBIDDEN'),
  owner: (actor, ownerId) => member(actor) ?? (ownerId !== null && ownerId === actor.id ? null : 'FORBIDDEN'),
  staff: (actor) => member(actor) ?? 'FORBIDDEN',
};

/** What an object says of staff and of the roles that it chooses: see ObjectAccess. */
type AccessTerms = Pick<ObjectDefinition['access'], 'duties' | 'roles'>;

/** Duties of the staff who see to the records of an object. */
export const dutiesOf = ({ duties = ['data'] }: Pick<AccessTerms, 'duties'>): readonly Duty[] => duties;

/** What users may read by what they are or pay for, and staff for their work. */
const OPEN_TO_STAFF: ReadonlySet<Audience> = new Set(['everyone', 'member', 'investorOrSvip', 'svip', 'roles']);

/**
 * Does this actor belong to the audience of an object's list, detail, create or edit? Staff who have a duty of the object
 * belong to every one, the others to what users may read. A user who represents the company of the record (`speaksFor`)
 * needs no VIP for it.
 */
export function decideAudience(
  actor: Actor,
  access: AccessTerms,
  audience: Audience,
  ownerId: string | null = null,
  speaksFor = false,
): Decision {
  const isLetThrough = hasDuty(actor, ...dutiesOf(access)) || (isStaff(actor) && OPEN_TO_STAFF.has(audience));
  const refused = isLetThrough ? null : AUDIENCE_RULES[audience](actor, ownerId, access);
  return refused === 'VIP_REQUIRED' && speaksFor ? null : refused;
}

/** The same for what an object says of one of the four; see decideAudience. */
export const decideOn = (
  actor: Actor,
  { access }: Pick<ObjectDefinition, 'access'>,
  what: 'list' | 'detail' | 'create' | 'edit',
  ownerId: string | null = null,
): Decision => decideAudience(actor, access, access[what], ownerId);

/**
 * May this actor know what an object is made of? Everybody may who may open its list, a record, or a form of it; where each
 * person has records of their own, or records belong to companies, every member may have one. Staff who keep the metadata
 * know of every object.
 */
export function decideDefinition(actor: Actor, definition: ObjectDefinition): Decision {
  const { list, detail, create, edit } = definition.access;
  const opened: Audience = ofCompanyLink(definition) ? 'owner' : detail;
  const decisions = [list, detail, opened, create, edit].map((audience) =>
    decideAudience(actor, definition.access, audience === 'owner' ? 'member' : audience),
  );
  const isOpen = decisions.includes(null) || decide(actor, 'metadata.edit') === null;
  return isOpen ? null : (decisions[0] ?? null);
}

/**
 * Whether this actor may read the value of a field of a record that they may open, whichever record it is: see
 * maySeeSome for values that conditions show. A sealed value is for the record's
 * owner and the roles that it is opened to. Staff see it masked and open it one by one, with a reason that is kept.
 * Without `ownerId`, where the owner is not known, the record is not the actor's own.
 */
export const mayReadField = (actor: Actor, field: FieldDefinition, ownerId: string | null = null): boolean =>
  isForRoleOf(actor, field, ownerId) && limitsOf(field.config ?? {}, actor) === undefined;

/** Is the value for this actor on those records alone that meet a limit of the field? No list is found, ordered or counted by it. */
export const maySeeSome = (actor: Actor, field: FieldDefinition): boolean =>
  limitsOf(field.config ?? {}, actor) !== undefined && isForRoleOf(actor, field, null);

function isForRoleOf(actor: Actor, field: FieldDefinition, ownerId: string | null): boolean {
  const roles = field.config?.visibleTo;
  if (isSealed(field) && ownerId !== null && ownerId === actor.id) return true;
  if (isStaff(actor)) return !isSealed(field);
  if (roles === undefined) return !isSealed(field);
  return hasRole(actor, roles);
}

const hasRole = (actor: Actor, roles: readonly string[]): boolean =>
  roles.some((role) => (role === 'svip' ? isSvip(actor) : actor.roles.includes(role)));

/** Is a section on the pages and forms of this actor? What it shows may be read, or may not, all the same. */
export const isShownTo = (actor: Actor, { audience }: Section): boolean =>
  audience === undefined || isStaff(actor) || hasRole(actor, audience);
