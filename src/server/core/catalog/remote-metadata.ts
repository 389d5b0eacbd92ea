import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { optionSetName } from '#generators/options.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import type { MetadataTarget } from './metadata-target.ts';

interface Reply<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T & { readonly errors?: readonly Problem[] };
}

/** Metadata of a running server, over its API. */
export class RemoteMetadata implements MetadataTarget {
  readonly #base: string;
  readonly #key: string | undefined;
  #cookie = '';

  private constructor(base: string, key?: string) {
    this.#base = base;
    this.#key = key;
  }

  /** As who has no account. */
  static asVisitor(base: string): RemoteMetadata {
    return new RemoteMetadata(base);
  }

  /** As a program with an API key. */
  static withKey(base: string, key: string): RemoteMetadata {
    return new RemoteMetadata(base, key);
  }

  /** @throws Failure with the server's words when it refuses. */
  static async signIn(base: string, username: string, password: string): Promise<RemoteMetadata> {
    const remote = new RemoteMetadata(base);
    await remote.call('/api/p/passport/sign_in', new URLSearchParams({ username, password }));
    return remote;
  }

  async current(apiName: string): Promise<ObjectDefinition | undefined> {
    const names = await this.call<{ apiName: string }[]>('/api/metadata/object');
    if (!names.some((known) => known.apiName === apiName)) return undefined;
    return this.call<ObjectDefinition>(`/api/metadata/object/${apiName}/saved`);
  }

  /** Every object that this reader may know, with the options of its fields, as far as they may know it. */
  async definitions(): Promise<ObjectDefinition[]> {
    if (this.#key !== undefined) return this.#definitionsOfKey();
    const named = await this.#list<{ apiName: string }>('/api/metadata/object');
    const objects = await inTurn(named, ({ apiName }) =>
      this.call<ObjectDefinition>(`/api/metadata/object/${apiName}`),
    );
    return this.#withTrees(objects);
  }

  async #definitionsOfKey(): Promise<ObjectDefinition[]> {
    const { value } = await this.call<{ value: { objectApiName: string }[] }>('/api/open/v1/objects');
    return inTurn(value, ({ objectApiName }) =>
      this.call<ObjectDefinition>(`/api/open/v1/${objectApiName}/definition`),
    );
  }

  /** Screens read trees level by level, so that definitions come without them. */
  async #withTrees(objects: readonly ObjectDefinition[]): Promise<ObjectDefinition[]> {
    const without = objects.flatMap(({ fields }) => fields.filter(({ selectOptions }) => selectOptions === undefined));
    const names = [...new Set(without.map(optionSetName).filter((name) => name !== undefined))];
    const sets = await inTurn(names, async (name) => [name, await this.call<OptionSet>(setPath(name))] as const);
    const trees = new Map(sets);
    const fill = (field: FieldDefinition): FieldDefinition => {
      const tree = field.selectOptions ? undefined : trees.get(optionSetName(field) ?? '');
      return tree ? { ...field, selectOptions: tree.options } : field;
    };
    return objects.map((object) => ({ ...object, fields: object.fields.map(fill) }));
  }

  async plan(definition: ObjectDefinition, baseVersion: number): Promise<readonly StorageStep[]> {
    return (await this.call<{ steps: StorageStep[] }>('/api/metadata/object/plan', { definition, baseVersion })).steps;
  }

  async save(definition: ObjectDefinition, baseVersion: number): Promise<ObjectDefinition> {
    const saved = await this.call<{ definition: ObjectDefinition }>('/api/metadata/object/save', {
      definition,
      baseVersion,
    });
    return saved.definition;
  }

  async close(): Promise<void> {
    if (this.#cookie !== '') await this.call('/api/n/user/logout');
  }

  async #list<T>(path: string): Promise<T[]> {
    const list = await this.call<T[]>(path);
    if (!Array.isArray(list)) throw notOurs(this.#base);
    return list;
  }

  /** Asks for a path, with a body by POST. @throws Failure with the server's words */
  async call<T>(path: string, body?: URLSearchParams | object): Promise<T> {
    const form = body instanceof URLSearchParams;
    const response = await reach(this.#base, path, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: this.#cookie,
        ...(this.#key !== undefined && { authorization: `Bearer ${this.#key}` }),
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    });
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie;
    const reply: unknown = await response.json().catch(() => undefined);
    if (!isReply<T>(reply)) throw notOurs(this.#base);
    const { code, msg, data } = reply;
    if (code !== 0) throw new Failure('INVALID_METADATA', msg, data?.errors ?? []);
    return data;
  }
}

const notOurs = (base: string): Failure => new Failure('INVALID_METADATA', `地址“${base}”上不是本产品的服务`);

const isReply = <T>(reply: unknown): reply is Reply<T> =>
  typeof reply === 'object' &&
  reply !== null &&
  typeof (reply as Reply<T>).code === 'number' &&
  typeof (reply as Reply<T>).msg === 'string';

const setPath = (name: string): string => `/api/metadata/selectOption/${name}`;

/** One after another, so that a large installation is not asked everything at once. */
async function inTurn<From, To>(from: readonly From[], ask: (one: From) => Promise<To>): Promise<To[]> {
  const found: To[] = [];
  for (const one of from) found.push(await ask(one));
  return found;
}

/** Asks a running server. @throws Failure where the address is none, or nothing answers there. */
async function reach(base: string, path: string, request: RequestInit = {}): Promise<Response> {
  if (!URL.canParse(path, base))
    throw new Failure('UNAVAILABLE', `“${base}”不是有效的地址，应如 http://127.0.0.1:3600`);
  const url = new URL(path, base);
  const headers = new Headers(request.headers);
  // The server takes writes only from its own pages, or from who says to be one of them.
  headers.set('origin', url.origin);
  return fetch(url, { ...request, headers }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Failure('UNAVAILABLE', `连接不上“${base}”：${cause}`);
  });
}
