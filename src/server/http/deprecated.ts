import type { FastifyReply } from 'fastify';
import type { Ending } from '#schemas/api/route.ts';
import { startOfShanghaiDay } from '#shared/time/shanghai.ts';

/** Says in every answer of a route that it ends, since when that is known (RFC 9745), and when it does (RFC 8594). */
export function sayItEnds(reply: FastifyReply, { since, sunset, instead }: Ending): void {
  void reply.headers({
    deprecation: `@${startOfShanghaiDay(since).getTime() / 1000}`,
    sunset: startOfShanghaiDay(sunset).toUTCString(),
    ...(instead !== undefined && { link: `<${instead}>; rel="successor-version"` }),
  });
}

/** The same for the page of the calls. */
export const documentedEnd = ({ since, sunset, instead }: Ending) => ({
  deprecated: true,
  description: `Deprecated since ${since}, ends on ${sunset}${instead === undefined ? '' : `; use ${instead}`}.`,
});
