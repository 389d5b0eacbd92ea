import fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { naiveCount, naivePage } from './queries.ts';

/** What the naive list is asked: the two values of its filter and how many rows to skip. */
export interface NaiveQuery {
  readonly statuses: readonly string[];
  readonly least: string;
  readonly offset: number;
  readonly count: boolean;
}

/**
 * The list as a metadata platform without much thought writes it: whole rows into objects, pages by offset, and where the
 * screen shows a total, a count with every page. No such platform can be installed here, so this replaces one; it has
 * no sessions, checks, layout or links to name, which makes it faster than one.
 */
export function naiveList(pool: pg.Pool): FastifyInstance {
  const app = fastify();
  app.post('/naive', async (request) => {
    const query = request.body as NaiveQuery;
    const total = query.count ? await naiveCount(pool, query) : undefined;
    return { list: await naivePage(pool, query), total };
  });
  return app;
}
