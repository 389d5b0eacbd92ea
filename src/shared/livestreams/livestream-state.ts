/**
 * What decides the state of a livestream; instants as `toISOString` writes them, whose text order is their order in
 * time.
 */
interface LivestreamTimes {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isCancelled: boolean;
}

export type LivestreamState = 'coming' | 'onAir' | 'over' | 'cancelled';

/** The state of a livestream at an instant: on air from its start on, over from its end on. */
export function livestreamState({ startsAt, endsAt, isCancelled }: LivestreamTimes, now: Date): LivestreamState {
  if (isCancelled) return 'cancelled';
  const at = now.toISOString();
  if (at < startsAt) return 'coming';
  return at < endsAt ? 'onAir' : 'over';
}
