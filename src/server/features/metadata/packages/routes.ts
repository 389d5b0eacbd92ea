import type { FastifyInstance } from 'fastify';
import {
  applyPackage as applyRoute,
  exportPackage as exportRoute,
  listPackageImports,
  planPackage as planRoute,
  undoPackage as undoRoute,
} from '#schemas/api/packages.ts';
import type { Member } from '#shared/policy/actor.ts';
import { mount } from '#server/http/mount.ts';
import type { Services } from '#server/services.ts';
import { applyPackage, type PackageDeps, shownPlan } from './apply-package.ts';
import { exportPackage } from './export-package.ts';
import { readPackage } from './package-file.ts';
import { packageImports } from './queries.ts';
import { shownImport } from './shown-import.ts';
import { undoPackage } from './undo-package.ts';

const by = (actor: Member) => ({ author: actor.id, actor });

/** Packages of metadata: made, planned, brought in, undone. */
export function packageRoutes(app: FastifyInstance, services: Services): void {
  const deps: PackageDeps = { ...services, db: services.database.db };
  const buildIndexes = () =>
    services.metadata.runIndexJobs().catch((error: unknown) => app.log.error({ err: error }, 'indexes were not built'));
  mount(app, exportRoute, async ({ body }) => exportPackage(deps, body));
  mount(app, planRoute, async ({ body }) => shownPlan(deps, readPackage(body.package), body));
  mount(app, applyRoute, async ({ body, actor }) => {
    const done = await applyPackage(deps, readPackage(body.package), body, by(actor));
    if (done.id !== null) void buildIndexes();
    return done;
  });
  mount(app, listPackageImports, async () => (await packageImports(deps.db)).map(shownImport));
  mount(app, undoRoute, async ({ body, actor }) => {
    const done = await undoPackage(deps, body.id, by(actor));
    void buildIndexes();
    return done;
  });
}
