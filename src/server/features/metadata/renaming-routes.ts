import type { FastifyInstance } from 'fastify';
import { planRenaming, renameField } from '#schemas/api/field-renaming.ts';
import { renameSteps } from '#generators/rename-storage.ts';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Shipped } from '#server/core/catalog/install.ts';
import type { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { refuseRenaming } from '#server/core/catalog/rename/renaming-check.ts';
import { renamedDefinition, type Renaming } from '#generators/language/renamed-definition.ts';
import { usesOfField } from '#server/core/impact/where-used.ts';

interface RenamingDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly metadata: MetadataWriter;
  readonly shipped: Shipped;
}

/** Saved fields get other identifiers. */
export function metadataRenamingRoutes(app: FastifyInstance, deps: RenamingDeps): void {
  const { database, catalog, metadata, shipped } = deps;
  /** Code and upgrades know what ships by its name. @throws Failure INVALID_METADATA */
  const refuseShipped = ({ objectApiName, from }: Renaming) => {
    const ships = shipped.objects.find(({ apiName }) => apiName === objectApiName);
    if (ships?.fields.every(({ apiName }) => apiName !== from) ?? true) return;
    const message = '这个字段随产品提供，升级时按标识识别，不能修改标识；显示的名称可以修改';
    throw new Failure('INVALID_METADATA', message, [{ field: from, message }]);
  };
  mount(app, planRenaming, async ({ body }) => {
    await catalog.refresh(body.objectApiName);
    const { saved } = catalog.object(body.objectApiName);
    refuseShipped(body);
    refuseRenaming(
      saved,
      body,
      catalog.objects.map((one) => one.saved),
    );
    const { definitions, others } = await usesOfField(database.db, catalog, body.objectApiName, body.from);
    const steps = renameSteps(saved, renamedDefinition(saved, body), [body.from, body.to]);
    return { changed: [...new Set(definitions)], kept: [...new Set(others)], steps };
  });
  mount(app, renameField, async ({ body, actor }) => {
    const { baseVersion, ...renaming } = body;
    refuseShipped(renaming);
    await catalog.refresh(body.objectApiName);
    const { definition, steps } = await metadata.renameField(renaming, baseVersion, actor.id);
    return { definition, steps: [...steps] };
  });
}
