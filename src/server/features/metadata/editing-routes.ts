import type { FastifyInstance } from 'fastify';
import {
  checkRule,
  listMetadataAudit,
  listObjectVersions,
  listSavedObjects,
  listShipped,
  mergeShipped,
  readLanguage,
  readObjectVersion,
} from '#schemas/api/metadata-editing.ts';
import { MOST_LEFT, readBackFills } from '#schemas/api/back-fills.ts';
import { readImpact } from '#schemas/api/metadata-impact.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { definitionChanges } from '#generators/language/definition-changes.ts';
import { findField } from '#generators/object.ts';
import { languageForms } from '#generators/language/language-forms.ts';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { emptyRecords, pendingFills } from '#server/core/catalog/back-fill-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Shipped } from '#server/core/catalog/install.ts';
import type { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { FIRST, impactSlice } from '#server/core/impact/impact.ts';
import { openFields } from '#server/core/impact/losses.ts';
import type { RateStore } from '#server/core/records/rate-store.ts';
import { mergedObject, shipsSealed } from '#server/core/catalog/upgrade-shipped.ts';
import { readAuthors } from '#server/core/catalog/versions/queries.ts';
import { authorName } from '#server/core/catalog/versions/version-words.ts';
import {
  auditPage,
  ruleProblems,
  savedObjects,
  shippedDifferences,
  versionPage,
  wholeVersion,
} from './editing-service.ts';

interface EditingDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly shipped: Shipped;
  readonly metadata: MetadataWriter;
  readonly writer: { readonly rates: RateStore };
  readonly now: () => Date;
}

const nameOf = (definition: unknown): string => String((definition as { apiName?: unknown } | null)?.apiName);

/** What staff need around the saves: the forms of the language, versions, the audit, and what ships. */
export function metadataEditingRoutes(app: FastifyInstance, deps: EditingDeps): void {
  const { database, catalog, shipped, metadata, writer, now } = deps;
  const { db } = database;
  let forms: ReturnType<typeof languageForms> | undefined;
  mount(app, readLanguage, async () => ({ forms: (forms ??= languageForms()) }));

  mount(app, listSavedObjects, async () => savedObjects(db, catalog, shipped));
  mount(app, listObjectVersions, async ({ params, query }) =>
    versionPage(db, { kind: 'object', name: params.objectApiName }, query),
  );
  mount(app, readObjectVersion, async ({ params }) => {
    const { row, summary } = await wholeVersion(
      db,
      { kind: 'object', name: params.objectApiName },
      Number(params.version),
    );
    return { ...summary, definition: row.definition as ObjectDefinition, storageSteps: [...row.steps] };
  });
  mount(app, listMetadataAudit, async ({ query }) => {
    const authors = await readAuthors(db);
    return {
      ...(await auditPage(db, query)),
      authors: authors.map((row) => ({ author: row.author, authorName: authorName(row) })),
    };
  });

  mount(app, readBackFills, async ({ params }) => {
    const { saved, table } = catalog.object(params.objectApiName);
    const fills = await pendingFills(db, saved.apiName);
    return Promise.all(
      fills.flatMap(({ field: apiName, problem }) => {
        const field = findField(saved, apiName);
        if (!field) return [];
        const left = emptyRecords(db, table, field, MOST_LEFT);
        return [left.then((count) => ({ label: field.label, left: count, ...(problem !== null && { problem }) }))];
      }),
    );
  });
  mount(app, listShipped, async () => shippedDifferences(catalog, shipped));
  mount(app, mergeShipped, async ({ params }) => {
    const { saved } = catalog.object(params.objectApiName);
    const ships = shipped.objects.find((object) => object.apiName === saved.apiName);
    if (!ships) throw new Failure('UNKNOWN_OBJECT', `“${saved.label}”不是随产品提供的对象`);
    const definition = mergedObject(saved, ships);
    return { definition, changes: definitionChanges(saved, definition) };
  });
  mount(app, readImpact, async ({ body, actor }) => {
    const { definition } = await metadata.plan(body.definition, body.baseVersion, {
      seals: shipsSealed(shipped, nameOf(body.definition)),
    });
    const slice = await impactSlice({ database, catalog, rates: writer.rates, now }, definition, body.after ?? FIRST);
    const open = openFields(catalog.find(definition.apiName), actor);
    // A user who changes a field without reading it learns how much is lost, and not what.
    return { ...slice, losses: slice.losses.map((loss) => (open.has(loss.field) ? loss : { ...loss, values: [] })) };
  });
  mount(app, checkRule, async ({ body }) => ({ problems: ruleProblems(catalog, body.definition, body.rule) }));
}
