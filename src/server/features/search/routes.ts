import type { FastifyInstance } from 'fastify';
import { MAX_SUGGESTIONS, searchAll, suggestWords } from '#schemas/api/search.ts';
import { mount } from '#server/http/mount.ts';
import { type SearchParts, SearchService } from './service.ts';

const SUGGESTIONS = 10;

/** Search over all objects: suggestions while typing, and the page of what a word finds. */
export function searchRoutes(app: FastifyInstance, parts: SearchParts): void {
  const service = new SearchService(parts);
  mount(app, suggestWords, async ({ query, actor }) =>
    service.suggest(query.wd, Math.min(query.limit ?? SUGGESTIONS, MAX_SUGGESTIONS), actor),
  );
  mount(app, searchAll, async ({ query, actor }) => service.search(query.wd, actor));
}
