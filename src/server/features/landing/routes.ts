import type { FastifyInstance } from 'fastify';
import { readLanding } from '#schemas/api/landing.ts';
import { mount } from '#server/http/mount.ts';
import { type LandingParts, LandingReader } from './service.ts';

/** The data of the page that visitors come to first. */
export function landingRoutes(app: FastifyInstance, parts: LandingParts): void {
  const reader = new LandingReader(parts);
  mount(app, readLanding, async () => reader.read());
}
