import type { FastifyInstance } from 'fastify';
import { callMcp } from '#schemas/api/mcp.ts';
import { mount } from '#server/http/mount.ts';
import { Mcp, type McpDeps } from './mcp.ts';

/** The endpoint for other assistants. It keeps no stream: what clients open one with is refused as the protocol says. */
export function mcpRoutes(app: FastifyInstance, deps: McpDeps): void {
  const mcp = new Mcp(deps);
  mount(app, callMcp, async ({ body, actor, request, reply }) => {
    const answer = await mcp.answer(body, actor, request.openCall.meter);
    return answer === undefined ? reply.code(202).send() : reply.send(answer);
  });
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      method,
      url: callMcp.path,
      schema: { hide: true },
      handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(),
    });
}
