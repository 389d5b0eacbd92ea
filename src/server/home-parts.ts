import { setTimeout as wait } from 'node:timers/promises';
import { unansweredOf } from '#server/features/chat/unanswered-queries.ts';
import type { HomeParts } from '#server/features/home/routes.ts';
import { followedRecords } from '#server/features/pipeline/followed-queries.ts';
import type { Services } from './services.ts';

/** What the first page has of other features. What else users may follow joins `followed`. */
export const homeParts = ({ database }: Pick<Services, 'database'>, matches: HomeParts['matches']): HomeParts => ({
  followed: [(actor) => followedRecords(database.db, actor.id)],
  matches,
  unanswered: (actor) => unansweredOf(database.db, actor.id),
  // A process may end while this waits.
  wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
});
