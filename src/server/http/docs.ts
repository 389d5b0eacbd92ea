import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Where the OpenAPI page is. */
export const DOCS_PATH = '/api/docs';

/** OpenAPI 3.1 from the schemas that the routes were mounted with, as JSON and as a page. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '鲸图 API',
        version: '1.8.1',
        description: 'Every reply is {code, msg, data}; code 0 is success.',
      },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'kr_plus_id' } } },
      security: [{ session: [] }],
    },
  });
  await app.register(swaggerUi, { routePrefix: DOCS_PATH, staticCSP: true });
}
