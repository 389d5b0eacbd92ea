import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { subscribedRecords } from '#server/features/alerts/subscribed-queries.ts';
import { unansweredOf } from '#server/features/chat/unanswered-queries.ts';
import { type HomeParts, homeRoutes } from '#server/features/home/routes.ts';
import { starredRecords } from '#server/features/kept-lists/starred-queries.ts';
import { followedRecords } from '#server/features/pipeline/followed-queries.ts';
import type { Services } from './services.ts';

/** The first page, with what it has of other features. What else users may follow joins `followed`. */
export function openHome(
  app: FastifyInstance,
  services: Services,
  { matches, rows }: Pick<HomeParts, 'matches' | 'rows'>,
): void {
  const { db } = services.database;
  homeRoutes(app, services, {
    rows,
    followed: [
      (actor) => followedRecords(db, actor.id),
      (actor) => subscribedRecords(db, actor.id),
      (actor) => starredRecords(db, actor.id),
    ],
    matches,
    unanswered: (actor) => unansweredOf(db, actor.id),
    // A process may end while this waits.
    wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
  });
}
