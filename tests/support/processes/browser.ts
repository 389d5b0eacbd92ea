import type { LightMyRequestResponse } from 'fastify';
import type { fromOwnPage } from '#tests/support/app/from-own-page.ts';

type App = ReturnType<typeof fromOwnPage>;

/** One browser that reaches any process of an installation, and keeps its cookies. */
export class ProxiedBrowser {
  readonly #cookies = new Map<string, string>();

  async signIn(app: App, username: string, password: string): Promise<void> {
    const payload = new URLSearchParams({ username, password }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await this.#ask(app, { method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
  }

  async post<T>(app: App, url: string, payload: object): Promise<{ code: number; data: T }> {
    return (await this.#ask(app, { method: 'POST', url, payload })).json();
  }

  async get<T>(app: App, url: string): Promise<{ code: number; data: T }> {
    return (await this.#ask(app, { method: 'GET', url })).json();
  }

  /** What scripts of a page could not read. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  async #ask(
    app: App,
    { headers, ...call }: { method: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: unknown },
  ): Promise<LightMyRequestResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await app.inject({ ...call, headers: { ...headers, cookie } } as never);
    for (const { name, value } of reply.cookies) this.#cookies.set(name, value);
    return reply;
  }
}
