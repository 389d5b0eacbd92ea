import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { Failure } from '#shared/errors.ts';
import { eventRoutes } from '#server/features/events/routes.ts';
import { metadataRoutes } from '#server/features/metadata/routes.ts';
import { History } from '#server/features/records/history.ts';
import { recordRoutes } from '#server/features/records/routes.ts';
import { actorBySession, sessionRoutes } from '#server/features/session/routes.ts';
import { Sessions } from '#server/features/session/service.ts';
import { type Product, serveClient } from '#server/http/client-files.ts';
import { handleFailures, sendFailure } from '#server/http/failures.ts';
import { guard } from '#server/http/mount.ts';
import { serveDocs } from '#server/http/docs.ts';
import { compileValidator } from '#server/http/validation.ts';
import type { Services } from './services.ts';

export interface AppOptions {
  readonly logger?: FastifyServerOptions['logger'];
  /** Folder of the built client and what the product is called; the API alone when absent. */
  readonly client?: { readonly folder: string; readonly product: Product };
  /** Sign-in attempts a minute from one address. */
  readonly signInLimit?: number;
}

const BODY_LIMIT = 1024 * 1024;

/** The app without a port. Features meet here and nowhere else. */
export async function createApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.logger ?? false,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 500 },
    // A body with these keys is refused, not silently cleaned.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // An address that cannot be decoded, or is longer than any of ours.
    frameworkErrors: (_error, _request, reply) => void sendFailure(reply, new Failure('UNKNOWN_ROUTE')),
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  handleFailures(app);
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: BODY_LIMIT });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new Failure('TOO_MANY_REQUESTS'),
  });
  await serveDocs(app);
  if (options.client) await serveClient(app, options.client.folder, options.client.product);
  const sessions = new Sessions(services.database.db, services.now);
  await app.register(async (api) => {
    guard(api, actorBySession(sessions));
    sessionRoutes(api, sessions, options.signInLimit ?? 30);
    metadataRoutes(api, { catalog: services.catalog, writer: services.metadata });
    recordRoutes(api, { ...services, history: new History(services.database.db) });
    eventRoutes(api, services.bus);
  });
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, new Failure('UNKNOWN_ROUTE')));
  return app;
}
