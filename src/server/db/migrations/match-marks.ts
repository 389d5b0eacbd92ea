/**
 * Marks lapse. `facts` is a keyed hash of what the reason was about when it was given; null where that is no value of the
 * record. A lapsed mark leaves nothing out any more and is kept for a time, so that the list can say so.
 */
export const MATCH_MARKS: readonly string[] = [
  `alter table match_feedback
    add column facts text,
    add column lapsed text check (lapsed in ('changed', 'aged')),
    add column lapsed_at timestamptz`,
];
