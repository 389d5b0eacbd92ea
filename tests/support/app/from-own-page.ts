import type { FastifyInstance, InjectOptions } from 'fastify';

/** Lets what a test injects say that it comes from a page of our own, as browsers do, unless the test says where from. */
export function fromOwnPage(app: FastifyInstance): FastifyInstance {
  const inject = app.inject.bind(app) as (options: InjectOptions) => unknown;
  const own = { 'sec-fetch-site': 'same-origin' };
  const sendsSite = ({ headers = {} }: InjectOptions) =>
    Object.keys(headers).some((name) => ['origin', 'referer', 'sec-fetch-site'].includes(name.toLowerCase()));
  app.inject = ((options: InjectOptions) =>
    inject(sendsSite(options) ? options : { ...options, headers: { ...options.headers, ...own } })) as never;
  return app;
}
