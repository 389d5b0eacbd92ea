import { release } from '#server/release.ts';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { CONDITION_COMPONENT, DOCUMENTED_AS } from '#schemas/metadata/condition.ts';
import { conditionSchema } from '#generators/condition-schema.ts';

/** Where the OpenAPI page is. */
export const DOCS_PATH = '/api/docs';

const COMPONENTS = '#/components/schemas/';

/** Puts references where a schema says that it is documented elsewhere. */
function withReferences(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withReferences);
  if (typeof part !== 'object' || part === null) return part;
  const name = (part as Record<string, unknown>)[DOCUMENTED_AS];
  if (typeof name === 'string') return { $ref: COMPONENTS + name };
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withReferences(value)]));
}

/** OpenAPI 3.1 from the schemas that the routes were mounted with, as JSON and as a page. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '鲸图 API',
        version: release(),
        description: 'Every reply is {code, msg, data}; code 0 is success.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'kr_plus_id' },
          key: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ session: [] }],
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      const schemas = {
        ...openapiObject.components?.schemas,
        [CONDITION_COMPONENT]: conditionSchema(COMPONENTS + CONDITION_COMPONENT),
      };
      return {
        ...openapiObject,
        paths: withReferences(openapiObject.paths) as typeof openapiObject.paths,
        components: { ...openapiObject.components, schemas },
      } as typeof openapiObject;
    },
  });
  await app.register(swaggerUi, { routePrefix: DOCS_PATH, staticCSP: true });
}
