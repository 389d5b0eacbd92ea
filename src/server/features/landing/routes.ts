import type { FastifyInstance } from 'fastify';
import { readLanding } from '#schemas/api/landing.ts';
import { mount } from '#server/http/mount.ts';
import { type LandingDeps, LandingReader } from './service.ts';

/** The data of the page that visitors come to first. */
export function landingRoutes(app: FastifyInstance, deps: LandingDeps): void {
  const reader = new LandingReader(deps);
  mount(app, readLanding, async () => reader.read());
}
