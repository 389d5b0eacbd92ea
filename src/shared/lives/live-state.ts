/** What decides how a live stands; instants as `toISOString` writes them, which sort as they follow each other. */
interface LiveTimes {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isCancelled: boolean;
}

export type LiveState = 'coming' | 'onAir' | 'over' | 'cancelled';

/** How a live stands at an instant: on air from its start on, over from its end on. */
export function liveState({ startsAt, endsAt, isCancelled }: LiveTimes, now: Date): LiveState {
  if (isCancelled) return 'cancelled';
  const at = now.toISOString();
  if (at < startsAt) return 'coming';
  return at < endsAt ? 'onAir' : 'over';
}
