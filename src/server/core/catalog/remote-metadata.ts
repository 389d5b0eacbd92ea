import type { StorageStep } from '#schemas/api/metadata.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
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
  #cookie = '';

  private constructor(base: string) {
    this.#base = base;
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

  /** Every object as its screens see it, with the options of its fields. */
  async definitions(): Promise<ObjectDefinition[]> {
    const named = await this.call<{ apiName: string }[]>('/api/metadata/object');
    return Promise.all(named.map(({ apiName }) => this.call<ObjectDefinition>(`/api/metadata/object/${apiName}`)));
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
    await this.call('/api/n/user/logout');
  }

  /** Asks for a path, with a body by POST. @throws Failure with the server's words */
  async call<T>(path: string, body?: URLSearchParams | object): Promise<T> {
    const form = body instanceof URLSearchParams;
    const response = await reach(this.#base, path, {
      method: body ? 'POST' : 'GET',
      headers: { cookie: this.#cookie, ...(body && !form && { 'content-type': 'application/json' }) },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    });
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie;
    const { code, msg, data } = (await response.json().catch(() => {
      throw new Failure('INVALID_METADATA', `地址“${this.#base}”上不是本产品的服务`);
    })) as Reply<T>;
    if (code !== 0) throw new Failure('INVALID_METADATA', msg, data?.errors ?? []);
    return data;
  }
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
