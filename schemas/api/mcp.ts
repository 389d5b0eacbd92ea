import { Type, type Static } from 'typebox';
import { route } from './route.ts';

/** A message of JSON-RPC: a request where it has an id, else a notification. */
const McpMessage = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Number()])),
  method: Type.String({ minLength: 1, maxLength: 100 }),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type McpMessage = Static<typeof McpMessage>;

export const callMcp = route({
  method: 'POST',
  path: '/api/open/v1/mcp',
  summary:
    'The tools of the assistant by the Model Context Protocol (streamable HTTP, without sessions); answers are JSON-RPC as they are',
  action: 'open.read',
  writes: false,
  body: McpMessage,
  /** JSON-RPC, without the envelope of other replies. */
  reply: Type.Unknown(),
});
