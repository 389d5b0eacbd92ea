import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type BodyOf,
  isWrite,
  type ParamsOf,
  type PersonalRead,
  type QueryOf,
  type ReplyOf,
  type Route,
} from '#schemas/api/route.ts';
import type { Action } from '#schemas/api/actions.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import { type Actor, isMember, isStaff, type Member, VISITOR } from '#shared/policy/actor.ts';
import { type ActorOf, decide } from '#shared/policy/decide.ts';
import { documentedEnd, sayItEnds } from './deprecated.ts';
import { gatherValues } from './flat-values.ts';
import { atPosition } from './positions.ts';
import { type RequestSite, requestSite } from './request-site.ts';
import { UNSTORABLE_MESSAGE, unstorablePlace } from '#shared/validation/storable-text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
    /** Id of the session that the request came with; none for a visitor. */
    sessionId: string | null;
    /** Why the session that the request came with is over, when it is. */
    sessionOver: FailureName | null;
    /** Staff who have yet to set up the second factor that is asked of them. */
    lacksFactor: boolean;
    /** Whose page caused the request. */
    site: RequestSite;
  }
  interface FastifyInstance {
    /** Notes that staff read what is not public of other users; answers that show it wait for it. */
    notePersonalRead?: (actor: Member, read: PersonalRead, parts: Readonly<Record<string, unknown>>) => Promise<void>;
    /** Reads all definitions again. */
    readDefinitions?: () => Promise<void>;
  }
  interface FastifyContextConfig {
    /** The policy action of the route. */
    action?: Action;
  }
}

/** `data` that is JSON text already, built where building objects first would cost too much. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface Call<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** Where the action asks for a user who is signed in, one with an id: `mount` refuses all others. */
  readonly actor: ActorOf<R['action']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** How the person behind a request is found, or why its session is over; the session feature gives it. */
export type FindActor = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<
  { actor: Actor; sessionId: string | null; lacksFactor?: boolean } | { actor: null; ended: FailureName } | null
>;

/** Mounts a route of schemas/api: schema checks, the actor, the decision on its action, and the envelope of the reply. */
export function mount<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: (call: Call<R>) => Promise<ReplyOf<R> | JsonText | FastifyReply>,
  config: FastifyContextConfig = {},
): void {
  const { method, path, summary, action, params, query, body, reply: data } = route;
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary,
      ...(route.ends && documentedEnd(route.ends)),
      tags: [action.split('.')[0] ?? ''],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(action === 'open.read' && { security: [{ key: [] }] }),
      ...(route.encoding === 'form' && { consumes: ['application/x-www-form-urlencoded'] }),
      ...(route.encoding === 'multipart' && { consumes: ['multipart/form-data'] }),
      response: {
        200: { type: 'object', properties: { code: { type: 'integer' }, msg: { type: 'string' }, data } },
      },
    },
    ...(route.maxBody !== undefined && { bodyLimit: route.maxBody }),
    config: { ...config, action },
    // Before the body is read: a caller without the right learns nothing of what it takes.
    onRequest: async (request, reply) => {
      if (route.ends) sayItEnds(reply, route.ends);
      refuseForeign(request, route);
      if (request.lacksFactor && !route.beforeFactor) request.actor = visitorOf(request);
      const refused = decide(request.actor, action);
      if (refused) throw new Failure(refused);
    },
    ...(body && route.flatValues && { preValidation: async (request) => gatherValues(request, body) }),
    preHandler: async (request) => {
      refuseUnstorable(request.query);
      refuseUnstorable(request.body);
    },
    ...(route.personal &&
      !route.personal.logsItself && {
        onSend: noteRead(route.personal),
      }),
    handler: async (request, reply) => {
      const call = {
        params: request.params as ParamsOf<R>,
        query: request.query as QueryOf<R>,
        body: request.body as BodyOf<R>,
        actor: request.actor as ActorOf<R['action']>,
        request,
        reply,
      };
      const read = () => atPosition(route, call, () => handle(call));
      const isRead = route.fromReplica === true || !isWrite(route);
      const answer = isRead ? await read().catch((error: unknown) => again(app, error, read)) : await read();
      if (reply.sent || reply.raw.headersSent) return reply;
      const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer ?? null);
      return reply.type('application/json; charset=utf-8').send(`{"code":0,"msg":"","data":${text}}`);
    },
  });
}

/** What PostgreSQL says of a column that is not there. */
const UNDEFINED_COLUMN = '42703';

/** A column got another name a moment ago, in this process or another one: the question is asked once more by what is saved now. */
async function again<T>(app: FastifyInstance, error: unknown, read: () => Promise<T>): Promise<T> {
  if ((error as { code?: unknown } | null)?.code !== UNDEFINED_COLUMN || !app.readDefinitions) throw error;
  await app.readDefinitions();
  return read();
}

/** An answer that shows staff what is not public of other users leaves when that is noted, and not at all when it cannot be. */
const noteRead = (read: PersonalRead) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { actor, params, query, body, server } = request;
  if (reply.statusCode >= 400 || !isMember(actor) || !isStaff(actor)) return;
  await server.notePersonalRead?.(actor, read, { ...(params as object), ...(query as object), ...(body as object) });
};

/** Texts of the request itself; what it carries inside (values, definitions, conditions) is judged by those who know its fields. */
function refuseUnstorable(part: unknown): void {
  for (const [field, value] of Object.entries(part ?? {})) {
    if (typeof value !== 'string' || !unstorablePlace(value)) continue;
    throw new Failure('INVALID_BODY', `参数 ${field} ${UNSTORABLE_MESSAGE}`, [{ field, message: UNSTORABLE_MESSAGE }]);
  }
}

const visitorOf = ({ ip }: FastifyRequest): Actor => ({ ...VISITOR, address: ip });

/**
 * Gives every request its actor and the site that caused it. No cache keeps an answer unless the route says so.
 * `publicOrigin` is where browsers reach the product; the request's own host counts as well.
 */
export function guard(app: FastifyInstance, findActor: FindActor, publicOrigin: string | undefined): void {
  app.decorateRequest('actor', null as never);
  app.decorateRequest('sessionId', null);
  app.decorateRequest('sessionOver', null);
  app.decorateRequest('lacksFactor', false);
  app.decorateRequest('site', 'unknown');
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    request.site = requestSite(request, publicOrigin);
    const found = await findActor(request, reply);
    request.actor = found?.actor ?? visitorOf(request);
    if (found?.actor) {
      request.sessionId = found.sessionId;
      request.lacksFactor = found.lacksFactor === true;
    } else if (found) request.sessionOver = found.ended;
  });
}

/**
 * Other sites cause no call of ours, not even one that only reads: reading a page of a record is noted as a visit. Only
 * files may be linked to from elsewhere. A write of a signed-in user must show by its headers that it is from our own pages.
 */
function refuseForeign({ site, sessionId }: FastifyRequest, route: Route): void {
  if (site === 'foreign' && !route.isFile) throw new Failure('FOREIGN_ORIGIN');
  if (isWrite(route) && site === 'unknown' && sessionId !== null)
    throw new Failure('FOREIGN_ORIGIN', '无法确认请求来源：请求缺少 Origin 或 Sec-Fetch-Site');
}
