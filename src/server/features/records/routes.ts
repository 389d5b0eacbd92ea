import type { FastifyInstance } from 'fastify';
import { readBoard } from '#schemas/api/boards.ts';
import { readBlocks, readChart, readCompany, readInvestor, readProject, relatedRecords } from '#schemas/api/details.ts';
import { groupRecords } from '#schemas/api/list-groups.ts';
import { readExchangeRate } from '#schemas/api/exchange-rates.ts';
import { queryDataByName } from '#schemas/api/metadata.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import {
  checkTaken,
  countOptions,
  countRecords,
  createRecord,
  listRecords,
  readHistory,
  readRecord,
  totalRecords,
  updateRecord,
} from '#schemas/api/records.ts';
import type { Database } from '#server/db/database.ts';
import { type Call, JsonText, mount } from '#server/http/mount.ts';
import { AggregateReader } from '#server/core/aggregates/reader.ts';
import { listView } from '#server/core/catalog/object-view.ts';
import { fieldsBeingFilled } from '#server/core/derived/recounting.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { rowsOfNames } from '#server/platform/row-use/meter.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import { readBoardOf } from './boards.ts';
import { type DetailDeps, DetailService } from './details.ts';
import { RecordService, type RecordDeps } from './service.ts';
import { listGroups } from './list-groups.ts';
import { LayoutTexts } from './layout-texts.ts';
import { asSeen, listViewer, previewRecord } from './preview.ts';
import { takenFor } from './taken.ts';

/** Rows a reference selector gets when it names no number. */
const SELECTOR_SIZE = 99;

/** What happens beside reading. */
interface Beside {
  readonly rows: RowUse;
  readonly database: Pick<Database, 'db' | 'kind' | 'reads'>;
  /** A user read the details of a record: called once the answer is there; neither throws nor is waited for. */
  readonly onRead?: (objectApiName: string, id: string, actor: Actor) => void;
}

/** Lists, records, forms and history of every object. */
export function recordRoutes(app: FastifyInstance, deps: RecordDeps & DetailDeps & Beside): void {
  const { rows, catalog } = deps;
  const service = new RecordService(deps);
  const details = new DetailService(deps, service);
  const layouts = new LayoutTexts();
  const aggregates = new AggregateReader(deps.database, deps.catalog);

  const layoutText = (object: CatalogObject, actor: Actor, known: number | undefined): string =>
    known === object.version ? 'null' : layouts.of(object, actor, deps.catalog.objects);

  async function listReply({ body: { as, ...body }, actor }: Call<typeof listRecords>): Promise<JsonText> {
    const meter = await rows.open(actor, 'lists', catalog.find(body.objectApiName));
    const viewer = as ? listViewer(as, actor) : actor;
    const read = () => service.list(body, viewer);
    const { object, page } = await (as ? asSeen(read) : read());
    meter.add(page.rows, object);
    const filled = fieldsBeingFilled(object);
    const recounting = filled.length > 0 ? `"recounting":${JSON.stringify(filled)},` : '';
    return new JsonText(
      `{"layout":${layoutText(object, viewer, body.layoutVersion)},${recounting}${page.text.slice(1)}`,
    );
  }

  mount(app, listRecords, listReply);
  mount(app, countRecords, async ({ body, actor }) => service.count(body, actor));
  mount(app, countOptions, async ({ body, actor }) => service.optionCounts(body, actor));
  mount(app, totalRecords, async ({ body, actor }) => service.totals(body, actor));
  mount(app, groupRecords, async ({ body, actor }) => listGroups({ ...deps, aggregates }, body, actor));
  mount(app, readBoard, async ({ body, actor }) => {
    const object = catalog.find(body.objectApiName);
    const meter = await rows.open(actor, 'lists', object);
    const board = await readBoardOf(deps, body, actor);
    meter.add(
      board.columns.reduce((cards, { list }) => cards + list.length, 0),
      object,
    );
    return board;
  });
  mount(app, relatedRecords, async ({ body, actor }) => {
    const meter = await rows.open(actor, 'lists', catalog.find(body.objectApiName));
    const { target, reader, page } = await details.related(body, actor);
    meter.add(page.list.length, target);
    return { layout: listView(target, reader), ...page };
  });
  mount(app, readBlocks, async ({ body, actor }) => {
    const meter = await rows.open(actor, 'lists', catalog.find(body.objectApiName));
    return details.blocks(body, actor, ({ target, reader, page }) => {
      meter.add(page.list.length, target);
      return { layout: listView(target, reader), ...page };
    });
  });
  mount(app, readChart, async ({ body, actor }) => details.chart(body, actor));
  mount(app, queryDataByName, async ({ query, actor }) => {
    const { objectApiName, name = '', pageSize = SELECTOR_SIZE, ids, spokenFor, linkOf, beside } = query;
    const object = catalog.find(objectApiName);
    // Whom a user speaks for is the user's own.
    const meter = await rows.open(actor, 'searches', spokenFor ? undefined : object);
    const named = async () => {
      if (ids !== undefined) return service.namesOf(objectApiName, [...new Set(ids.split(','))], actor);
      return spokenFor
        ? service.ownCompanies(objectApiName, name, pageSize, actor)
        : service.searchNames(objectApiName, name, pageSize, actor, { linkOf, beside });
    };
    const found = await named();
    meter.add(spokenFor ? 0 : rowsOfNames(found.length), object);
    return found;
  });
  async function read(objectApiName: string, id: string, actor: Actor) {
    const object = catalog.find(objectApiName);
    const meter = await rows.open(actor, 'lists', object);
    const reply = await service.readText(objectApiName, id, actor);
    meter.add(1, object);
    deps.onRead?.(objectApiName, reply.id, actor);
    return new JsonText(reply.text);
  }

  mount(app, readRecord, async ({ params, query: { as }, actor }) =>
    as ? previewRecord(service, { ...params, as }, actor) : read(params.objectApiName, params.id, actor),
  );
  mount(app, readCompany, async ({ params, actor }) => read(BINDINGS.company.object, params.id, actor));
  mount(app, readInvestor, async ({ params, actor }) => read(BINDINGS.investor.object, params.id, actor));
  mount(app, readProject, async ({ body, actor }) => read(BINDINGS.project.object, body.id, actor));
  mount(app, createRecord, async ({ params, body, actor }) =>
    service.create(params.objectApiName, body.clientKey, body.values, actor),
  );
  mount(app, updateRecord, async ({ params, body, actor }) =>
    service.update(params.objectApiName, params.id, body.version, body.values, actor),
  );
  mount(app, checkTaken, async ({ params: { objectApiName }, body, actor }) => {
    const object = catalog.find(objectApiName);
    const meter = await rows.open(actor, 'searches', object);
    const problem = await takenFor(service, deps, { objectApiName, ...body }, actor);
    // That no record has a value says as much of them as a name does.
    meter.add(rowsOfNames(1), object);
    if (!problem) return { taken: null };
    const { field, message, record } = problem;
    return { taken: { field, message, ...(record && { record }) } };
  });
  mount(app, readExchangeRate, async ({ query: { currency, day } }) => {
    const rates = await deps.writer.rates.table(deps.database.db);
    return { cny: (currency === 'CNY' ? '1' : rates.rate(currency, day)) ?? null };
  });
  mount(app, readHistory, async ({ params, query, actor }) =>
    service.history(params.objectApiName, params.id, query.field, actor),
  );
}
