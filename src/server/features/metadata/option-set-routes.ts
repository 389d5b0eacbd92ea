import type { FastifyInstance } from 'fastify';
import { saveOptionSet } from '#schemas/api/metadata.ts';
import {
  countOptionUsage,
  listOptionSets,
  listOptionSetVersions,
  readOptionSetVersion,
  readSavedOptionSet,
  type SavedOptionSet,
} from '#schemas/api/metadata-editing.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { optionSetName } from '#generators/options.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import { mount } from '#server/http/mount.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { readLatest } from '#server/core/catalog/versions/queries.ts';
import { authorName } from '#server/core/catalog/versions/version-words.ts';
import { versionPage, wholeVersion } from './editing-service.ts';
import { usageCounts, usageStatement } from './queries.ts';

interface OptionSetDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly metadata: MetadataWriter;
}

/** Live fields that take their options from a set, with their objects. */
const usersOf = (catalog: Catalog, name: string) =>
  catalog.objects.flatMap((object) =>
    object.fields.filter((field) => optionSetName(field) === name).map((field) => ({ object, field })),
  );

/** Option sets as staff keep them. */
export function optionSetRoutes(app: FastifyInstance, { database, catalog, metadata }: OptionSetDeps): void {
  const { db } = database;
  const reads = new ReadQueries(database.reads, database.kind === 'postgres');

  mount(app, listOptionSets, async () => {
    const latest = await readLatest(db);
    const savers = new Map(latest.filter(({ kind }) => kind === 'optionSet').map((row) => [row.name, row]));
    return [...catalog.optionSets.values()]
      .map(({ name, label, kind, options, version }): SavedOptionSet => {
        const saver = savers.get(name);
        const retired = options.filter((option) => option.retired).length;
        return {
          name,
          label,
          kind,
          version,
          options: options.length - retired,
          retired,
          author: saver?.author ?? '',
          authorName: saver ? authorName(saver) : '',
          at: saver?.at ?? '',
          usedBy: usersOf(catalog, name).map(({ object, field }) => ({
            objectApiName: object.apiName,
            objectLabel: object.definition.label,
            field: field.apiName,
            fieldLabel: field.label,
          })),
        };
      })
      .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  });
  mount(app, readSavedOptionSet, async ({ params }) => {
    const { row, summary } = await wholeVersion(db, { kind: 'optionSet', name: params.name });
    const { version, author, authorName: by, at } = summary;
    return { version, author, authorName: by, at, definition: row.definition as OptionSet };
  });
  mount(app, listOptionSetVersions, async ({ params, query }) =>
    versionPage(db, { kind: 'optionSet', name: params.name }, query),
  );
  mount(app, readOptionSetVersion, async ({ params }) => {
    const { row, summary } = await wholeVersion(db, { kind: 'optionSet', name: params.name }, Number(params.version));
    return { ...summary, definition: row.definition as OptionSet };
  });
  mount(app, countOptionUsage, async ({ body }) => {
    const found = [];
    for (const { object, field } of usersOf(catalog, catalog.optionSet(body.name).name)) {
      const counts = usageCounts(await reads.run(usageStatement(object.table, field, body.values)));
      for (const [value, count] of counts) {
        found.push({
          value,
          count,
          objectApiName: object.apiName,
          objectLabel: object.definition.label,
          field: field.apiName,
          fieldLabel: field.label,
        });
      }
    }
    return found;
  });
  mount(app, saveOptionSet, async ({ body, actor }) =>
    metadata.saveOptionSet(body.optionSet, body.baseVersion, actor.id),
  );
}
