import type { FastifyInstance } from 'fastify';
import { MAX_SUGGESTIONS, searchAll, suggestWords } from '#schemas/api/search.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { rowsOfNames } from '#server/platform/row-use/meter.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import { mount } from '#server/http/mount.ts';
import { type SearchDeps, SearchService } from './service.ts';

const SUGGESTIONS = 10;

/** Search over all objects: suggestions while typing, and the page of what a word finds. */
export function searchRoutes(app: FastifyInstance, deps: SearchDeps & { readonly rows: RowUse }): void {
  const service = new SearchService(deps);
  const admitted = async (actor: Actor) => {
    const meter = await deps.rows.meter(actor, 'searches');
    meter.admit();
    return meter;
  };
  mount(app, suggestWords, async ({ query, actor }) => {
    const meter = await admitted(actor);
    const found = await service.suggest(query.wd, Math.min(query.limit ?? SUGGESTIONS, MAX_SUGGESTIONS), actor);
    meter.add(rowsOfNames(found.length));
    return found;
  });
  mount(app, searchAll, async ({ query, actor }) => {
    const meter = await admitted(actor);
    const found = await service.search(query.wd, actor);
    for (const { objectApiName, list } of found.groups) meter.add(list.length, deps.catalog.find(objectApiName));
    return found;
  });
}
