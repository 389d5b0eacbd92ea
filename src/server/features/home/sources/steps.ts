import { BINDINGS } from '#schemas/bindings.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { type Actor, isFounder, isInvestor, isMember } from '#shared/policy/actor.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { BlockDeps, HomeSource } from '#server/features/home/base/block.ts';
import { stepsFor } from '#server/features/home/base/definitions.ts';

type Fact = (typeof BINDINGS.homeStep.fields.done.options)[number];
/** Counts the user's own records of an object. */
type Own = (apiName: string, filter?: Condition) => Promise<number>;

/** How many records of an object are the user's own, of those that meet a condition; 0 where the list is closed. */
async function ownCount({ catalog, reader, now }: BlockDeps, apiName: string, actor: Actor, filter?: Condition) {
  const object = catalog.find(apiName);
  if (!object) return 0;
  const { owner, scope } = listAccess(object, actor, now(), catalog);
  return (await reader.count(object, { owner, filter }, scope)).total;
}

/** What a step is done by: a small set that code can tell of any user. */
const FACTS: Readonly<Record<Fact, (actor: Actor, own: Own) => boolean | Promise<boolean>>> = {
  signedIn: isMember,
  certified: (actor) => isFounder(actor) || isInvestor(actor),
  company: async (_, own) => (await own('OwnCompany')) > 0,
  plan: async (_, own) => (await own('OwnCompany', { field: 'planFile', op: 'notIn', value: ['none'] })) > 0,
  financing: async (_, own) => (await own('MyFinancing', { field: 'state', op: 'notIn', value: ['draft'] })) > 0,
  focus: async (_, own) => (await own(BINDINGS.focus.object)) > 0,
  followed: async (_, own) => (await own('InvestorPipeline')) > 0,
};

const isFact = (name: string): name is Fact => Object.hasOwn(FACTS, name);

/** What an account does first, as staff arrange it. Nothing for those who have done all of it. */
export const stepsSource =
  (deps: BlockDeps): HomeSource =>
  async ({ actor }) => {
    const own: Own = (object, filter) => ownCount(deps, object, actor, filter);
    const asked = await Promise.all(
      (await stepsFor(deps, actor)).map(async ({ title = '', words = '', action = '', path = '', done = '' }) => ({
        step: { title, words, action, path },
        isDone: isFact(done) && (await FACTS[done](actor, own)),
      })),
    );
    const next = asked.findIndex(({ isDone }) => !isDone);
    if (next === -1) return undefined;
    const steps = asked.map(({ step, isDone }, at) => ({
      ...step,
      state: isDone ? ('done' as const) : at === next ? ('next' as const) : ('later' as const),
    }));
    return { content: { kind: 'steps', steps } };
  };
