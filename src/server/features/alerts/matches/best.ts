import type { Member } from '#shared/policy/actor.ts';

/** The best of a list of matches, as it is now. */
export interface BestMatches {
  readonly objectApiName: string;
  readonly ids: readonly string[];
  /** What the user asks by: another text where they changed it themselves. */
  readonly asked: string;
  /** All texts that the same may have been kept as. */
  readonly askedAs: readonly string[];
}

/**
 * The best for a project, a mandate or what a user follows, as the list would show it to them; nothing counts as shown by it.
 * @throws Failure where they may not ask
 */
export type FindBest = (
  target: { readonly objectApiName: string; readonly targetId: string },
  actor: Member,
) => Promise<BestMatches>;
