import { readOptionSet } from '#schemas/generated/api/metadata.ts';
import { INVESTOR_ROLES } from '#shared/policy/actor.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

const FOUNDER = 'START_UP';

/** The option set whose labels a user of these roles may begin a conversation with. */
function greetingSetOf(roles: readonly string[]): string {
  if (roles.some((role) => INVESTOR_ROLES.has(role))) return 'investorGreeting';
  return roles.includes(FOUNDER) ? 'founderGreeting' : 'memberGreeting';
}

/** Texts to begin a conversation with, as staff keep them for the user's side. */
export const greetingsFor = (api: Api, roles: () => readonly string[]): Loadable<readonly string[]> =>
  new Loadable(async () => {
    const { options } = await api.call(readOptionSet, { params: { name: greetingSetOf(roles()) } });
    return options.filter(({ retired }) => !retired).map(({ label }) => label);
  });
