import { type Actor, isFounder, isInvestor, isOrganisation, isSvip } from './actor.ts';
import type { KindOfPerson } from './kinds-of-people.ts';

type KindName = KindOfPerson['kind'];

const TESTS: readonly (readonly [KindName, (actor: Actor) => boolean])[] = [
  ['founder', isFounder],
  ['investor', isInvestor],
  ['organisation', isOrganisation],
  ['svip', isSvip],
];

/** Names of the kinds of user that an account is today; `member` alone without a certification and without SVIP. */
export function kindsOfActor(actor: Actor): KindName[] {
  const kinds = TESTS.filter(([, isOne]) => isOne(actor)).map(([kind]) => kind);
  return kinds.length > 0 ? kinds : ['member'];
}
