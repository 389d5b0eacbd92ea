import type { McpMessage } from '#schemas/api/mcp.ts';
import { ASSISTANT } from '#shared/policy/api-scopes.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Meter } from '#server/platform/row-use/meter.ts';
import { objectsOfKey } from '#server/features/open/base/open-objects.ts';

/** What can be asked of the data, with the rights of the asker. */
export interface Tools {
  readonly all: readonly { readonly name: string; readonly description: string; readonly input: object }[];
  /** @throws Failure with words for the caller */
  readonly call: (
    name: string,
    input: unknown,
    actor: Actor,
  ) => Promise<{
    readonly data: unknown;
    /** Records that it names. */
    readonly cited: readonly unknown[];
  }>;
}

export interface McpDeps {
  readonly catalog: Catalog;
  /** The tools over these objects alone. */
  readonly toolsOver: (objectApiNames: readonly string[]) => Tools;
  readonly productName: string;
}

/** Revisions of the protocol that are spoken, the newest first. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
const UNKNOWN_METHOD = -32_601;
const WRONG_PARAMS = -32_602;
/** Sets of objects whose tools are kept: what they know of the words of an object takes a while to gather. */
const MAX_KEPT = 32;

/**
 * The tools of the assistant by the Model Context Protocol. Each message is answered by itself: there is nothing to remember
 * between two of them, so that any process may answer.
 */
export class Mcp {
  readonly #deps: McpDeps;
  readonly #kept = new Map<string, Tools>();

  constructor(deps: McpDeps) {
    this.#deps = deps;
  }

  /** The answer to a request; undefined for a notification. @throws Failure SCOPE_MISSING */
  async answer({ id, method, params = {} }: McpMessage, actor: Actor, meter: Meter): Promise<object | undefined> {
    if (!actor.key?.scopes.includes(ASSISTANT)) throw new Failure('SCOPE_MISSING', `密钥没有权限“${ASSISTANT}”`);
    if (id === undefined) return undefined;
    const result = (value: object) => ({ jsonrpc: '2.0', id, result: value });
    const fault = (code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });
    switch (method) {
      case 'initialize':
        return result(this.#greeting(params['protocolVersion']));
      case 'ping':
        return result({});
      case 'tools/list':
        return result({
          tools: this.#tools(actor).all.map(({ name, description, input }) => ({
            name,
            description,
            inputSchema: input,
            annotations: { readOnlyHint: true },
          })),
        });
      case 'tools/call': {
        const { name } = params;
        const tools = this.#tools(actor);
        if (typeof name !== 'string' || !tools.all.some((tool) => tool.name === name))
          return fault(WRONG_PARAMS, `没有工具“${String(name).slice(0, 40)}”`);
        return result(await this.#call(tools, name, params['arguments'] ?? {}, actor, meter));
      }
      default:
        return fault(UNKNOWN_METHOD, `不支持的方法“${method}”`);
    }
  }

  #greeting(asked: unknown) {
    return {
      protocolVersion: REVISIONS.find((revision) => revision === asked) ?? REVISIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: this.#deps.productName, version: '1' },
      instructions:
        '先用 describe 了解对象与字段，用 find_names 把名称换成 id，再用 query、aggregate 或 related 查询。',
    };
  }

  /** The caller is given the words of a refusal and may ask in another way; a fault of ours is one of the call. */
  async #call(tools: Tools, name: string, input: unknown, actor: Actor, meter: Meter) {
    try {
      meter.admit();
      const { data, cited } = await tools.call(name, input, actor);
      meter.add(cited.length);
      return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { content: [{ type: 'text', text: error.message }], isError: true };
    }
  }

  #tools(actor: Actor): Tools {
    const names = objectsOfKey(this.#deps.catalog, actor).map(({ apiName }) => apiName);
    const about = names.join();
    const kept = this.#kept.get(about);
    if (kept) return kept;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const tools = this.#deps.toolsOver(names);
    this.#kept.set(about, tools);
    return tools;
  }
}
