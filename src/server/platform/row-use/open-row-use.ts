import type { FastifyInstance } from 'fastify';
import { RowUse, type RowUseDeps } from './row-use.ts';

/** Counts what accounts read until the app closes, which stores the last of it. */
export function openRowUse(app: FastifyInstance, deps: Omit<RowUseDeps, 'report'>): RowUse {
  const report = (error: unknown) => app.log.error({ err: error }, 'what was read was not counted');
  const use = new RowUse({ ...deps, report });
  app.addHook('onClose', () => use.flush());
  return use;
}
