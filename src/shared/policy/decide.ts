import type { Action } from '#schemas/api/actions.ts';
import type { Audience } from '#schemas/metadata/audience.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { ofCompanyLink } from '#generators/object.ts';
import type { FailureName } from '#shared/errors.ts';
import { type Actor, isInvestor, isMember, isStaff, isSvip, type Member } from './actor.ts';

/** Why not: the failure to throw, or null when allowed. */
export type Decision = FailureName | null;

type Rule = (actor: Actor) => Decision;

const anybody: Rule = () => null;
const member: Rule = (actor) => (isMember(actor) ? null : 'SESSION_INVALID');
const staff: Rule = (actor) => member(actor) ?? (isStaff(actor) ? null : 'FORBIDDEN');

const investor: Rule = (actor) => member(actor) ?? (isInvestor(actor) ? null : 'FORBIDDEN');

/** A program with a key of a user, and never the user: a session is worth nothing here. */
const key: Rule = (actor) => (actor.key ? member(actor) : 'KEY_REFUSED');

const RULES = { anybody, member, investor, staff, key };

/** Who may do what, before the object and the record are looked at. A new action does not compile without its line. */
const ACTION_RULES = {
  'session.open': 'anybody',
  'session.close': 'anybody',
  'session.read': 'member',
  'session.devices': 'member',
  'passport.captcha': 'anybody',
  'passport.code': 'anybody',
  'passport.reset': 'anybody',
  'passport.qrcode': 'anybody',
  'passport.confirm': 'member',
  'passport.email': 'anybody',
  'landing.read': 'anybody',
  'home.read': 'anybody',
  'home.check': 'staff',
  'album.read': 'anybody',
  'legal.read': 'anybody',
  'legal.agree': 'member',
  'legal.publish': 'staff',
  'help.read': 'anybody',
  'help.judge': 'anybody',
  'profile.edit': 'member',
  'account.close': 'member',
  'identity.read': 'member',
  'identity.submit': 'member',
  'identity.audit': 'staff',
  'company.suggest': 'member',
  'company.members': 'member',
  'coins.read': 'member',
  'order.place': 'member',
  'order.read': 'member',
  'order.notify': 'anybody',
  'code.redeem': 'member',
  'code.issue': 'staff',
  'contact.read': 'member',
  'contact.buy': 'member',
  'contact.settings': 'member',
  'plan.request': 'member',
  'plan.decide': 'member',
  'report.file': 'member',
  'service.read': 'anybody',
  'service.write': 'member',
  'service.answer': 'staff',
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
  'notice.send': 'staff',
  'live.follow': 'member',
  'live.announce': 'staff',
  'file.upload': 'member',
  'file.read': 'anybody',
  'staff.users': 'staff',
  'staff.sealed': 'staff',
  'staff.orders': 'staff',
  'staff.reports': 'staff',
  'staff.financing': 'staff',
  'staff.log': 'staff',
  'staff.waiting': 'staff',
  'staff.quality': 'staff',
  'metadata.read': 'anybody',
  'metadata.edit': 'staff',
  'record.list': 'anybody',
  'record.read': 'anybody',
  'record.open': 'member',
  'record.create': 'member',
  'record.edit': 'member',
  'record.history': 'member',
  'record.merge': 'staff',
  'record.export': 'member',
  'record.bulk': 'staff',
  'record.retire': 'staff',
  'record.search': 'anybody',
  'record.provenance': 'anybody',
  'record.pin': 'staff',
  'record.duplicates': 'member',
  'duplicate.decide': 'staff',
  'assistant.teach': 'staff',
  'view.read': 'member',
  'view.edit': 'member',
  'note.manage': 'member',
  'list.read': 'member',
  'list.edit': 'member',
  'alert.manage': 'member',
  'alert.unsubscribe': 'anybody',
  'correction.propose': 'member',
  'correction.decide': 'staff',
  'import.run': 'staff',
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

const AUDIENCE_RULES: Readonly<Record<Audience, (actor: Actor, ownerId: string | null) => Decision>> = {
  everyone: anybody,
  member,
  investorOrSvip: (actor) => member(actor) ?? (isInvestor(actor) || isSvip(actor) ? null : 'VIP_REQUIRED'),
  svip: (actor) => member(actor) ?? (isSvip(actor) ? null : 'VIP_REQUIRED'),
  owner: (actor, ownerId) => member(actor) ?? (ownerId !== null && ownerId === actor.id ? null : 'FORBIDDEN'),
  staff,
};

/**
 * Does this actor belong to the audience of an object's list, detail, create or edit? Staff belong to every one. A user
 * who represents the company of the record (`speaksFor`) needs no VIP for it.
 */
export function decideAudience(
  actor: Actor,
  audience: Audience,
  ownerId: string | null = null,
  speaksFor = false,
): Decision {
  const refused = isStaff(actor) ? null : AUDIENCE_RULES[audience](actor, ownerId);
  return refused === 'VIP_REQUIRED' && speaksFor ? null : refused;
}

/**
 * May this actor know what an object is made of? Everybody may who may open its list, a record, or a form of it; where each
 * person has records of their own, or records belong to companies, every member may have one.
 */
export function decideDefinition(actor: Actor, definition: ObjectDefinition): Decision {
  const { list, detail, create, edit } = definition.access;
  const opened: Audience = ofCompanyLink(definition) ? 'owner' : detail;
  const decisions = [list, detail, opened, create, edit].map((audience) =>
    decideAudience(actor, audience === 'owner' ? 'member' : audience),
  );
  return decisions.includes(null) ? null : (decisions[0] ?? null);
}

/**
 * Whether this actor may read the value of a field of a record that they may open. A sealed value is for the record's
 * owner and the roles that it is opened to. Staff see it masked and open it one by one, with a reason that is kept.
 * Without `ownerId`, where the owner is not known, the record is not the actor's own.
 */
export function mayReadField(actor: Actor, field: FieldDefinition, ownerId: string | null = null): boolean {
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
