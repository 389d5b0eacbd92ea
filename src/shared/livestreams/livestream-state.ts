/** What decides how a livestream stands; instants as `toISOString` writes them, which sort as they follow each other. */
interface LivestreamTimes {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isCancelled: boolean;
}

export type LivestreamState = 'coming' | 'onAir' | 'over' | 'cancelled';

/** How a livestream stands at an instant: on air from its start on, over from its end on. */
export function livestreamState({ startsAt, endsAt, isCancelled }: LivestreamTimes, now: Date): LivestreamState {
  if (isCancelled) return 'cancelled';
  const at = now.toISOString();
  if (at < startsAt) return 'coming';
  return at < endsAt ? 'onAir' : 'over';
}
