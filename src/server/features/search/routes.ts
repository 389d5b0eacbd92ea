import type { FastifyInstance } from 'fastify';
import { MAX_SUGGESTIONS, searchAll, suggestWords } from '#schemas/api/search.ts';
import { mount } from '#server/http/mount.ts';
import { type SearchDeps, SearchService } from './service.ts';

const SUGGESTIONS = 10;

/** Search over all objects: suggestions while typing, and the page of what a word finds. */
export function searchRoutes(app: FastifyInstance, deps: SearchDeps): void {
  const service = new SearchService(deps);
  mount(app, suggestWords, async ({ query, actor }) =>
    service.suggest(query.wd, Math.min(query.limit ?? SUGGESTIONS, MAX_SUGGESTIONS), actor),
  );
  mount(app, searchAll, async ({ query, actor }) => service.search(query.wd, actor));
}
