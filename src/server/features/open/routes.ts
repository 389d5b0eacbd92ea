import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  aggregateRecords,
  followRecords,
  listOpenObjects,
  listOpenRecords,
  readOpenDefinition,
  readOpenObject,
  readOpenRecord,
  resolveNames,
} from '#schemas/api/open.ts';
import { JsonText, mount } from '#server/http/mount.ts';
import { rowsOfNames } from '#server/platform/row-use/meter.ts';
import { Following } from './following/follow.ts';
import { OpenData, type OpenDataDeps } from './reading/service.ts';

/** What programs read with a key. */
export function openRoutes(app: FastifyInstance, deps: OpenDataDeps): void {
  const data = new OpenData(deps);
  mount(app, listOpenObjects, async ({ actor }) => ({ value: data.objects(actor) }));
  mount(app, readOpenObject, async ({ params, actor }) => data.schema(params.objectApiName, actor));
  mount(app, readOpenDefinition, async ({ params, actor }) => data.definition(params.objectApiName, actor));
  mount(app, listOpenRecords, async ({ params, query, actor, request }) => {
    request.openCall.meter.admit();
    const page = await data.list(params.objectApiName, query, actor);
    request.openCall.rows = page.value.length;
    return page;
  });
  const following = new Following(deps);
  mount(app, followRecords, async ({ params, query, actor, request }) => {
    request.openCall.meter.admit();
    const page = await following.page(params.objectApiName, query, actor);
    request.openCall.rows = page.value.length;
    return page;
  });
  mount(app, readOpenRecord, async ({ params, query, actor, request, reply }) => {
    request.openCall.meter.admit();
    const record = await data.record(params.objectApiName, params.id, actor, query.expand);
    return unlessKnown(JSON.stringify(record), request, reply);
  });
  mount(app, resolveNames, async ({ params, body, actor, request }) => {
    request.openCall.meter.admit();
    const found = await data.resolve(params.objectApiName, body.names, body.limit, actor);
    request.openCall.rows = rowsOfNames(found.value.reduce((names, { candidates }) => names + candidates.length, 0));
    return found;
  });
  mount(app, aggregateRecords, async ({ params, body, actor }) => data.aggregate(params.objectApiName, body, actor));
}

/** A record with its mark, or that the caller has it already. */
function unlessKnown(text: string, request: FastifyRequest, reply: FastifyReply): JsonText | FastifyReply {
  const mark = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  // What only the owner of the key may read is kept by the caller alone, who asks each time.
  void reply.headers({ etag: mark, 'cache-control': 'private, no-cache' });
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(mark)) return reply.code(304).send();
  request.openCall.rows = 1;
  return new JsonText(text);
}
