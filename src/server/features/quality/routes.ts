import type { FastifyInstance } from 'fastify';
import { checkQuality, readQuality } from '#schemas/api/quality.ts';
import { mount } from '#server/http/mount.ts';
import { QualityService, type QualityServiceDeps } from './service.ts';

/** The quality of the records; those that rules refuse are the system object RuleBreach. */
export function qualityRoutes(app: FastifyInstance, deps: QualityServiceDeps): void {
  const service = new QualityService(deps);
  mount(app, readQuality, async () => service.read());
  mount(app, checkQuality, async () => service.check());
}
