import type { BodyOf } from '#schemas/api/route.ts';
import type {
  BlockRefusal,
  BlocksReply,
  ChartReply,
  readBlocks,
  readChart,
  relatedRecords,
  RelatedReply,
} from '#schemas/api/details.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import type { Audience } from '#schemas/metadata/audience.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { type Actor, asSvip, isMember } from '#shared/policy/actor.ts';
import { Failure } from '#shared/errors.ts';
import { decideAudience, mayReadField } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { ChartReader } from '#server/core/charts/reader.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { OpenedList } from '#server/core/lists/opened-list.ts';
import type { RelatedPage, RelatedQuery, RelatedReader } from '#server/core/related/reader.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { isListOfCompany } from './company-reader.ts';
import type { OpenRecord } from './open-record.ts';
import { previewSight, type Sight } from './preview.ts';
import type { RecordService } from './service.ts';

export interface DetailDeps {
  readonly catalog: Catalog;
  readonly related: RelatedReader;
  readonly charts: ChartReader;
  readonly now: () => Date;
}

interface PageQuery {
  readonly objectApiName: string;
  readonly id: string;
  readonly as?: Viewpoint | undefined;
}

/** A page of a list, and the object whose records it shows. */
interface RelatedPart {
  readonly target: CatalogObject;
  /** The user as far as this list goes. */
  readonly reader: Actor;
  readonly page: RelatedPage;
}

/** What follows the values on a detail page, for users who may open the record. */
export class DetailService {
  readonly #deps: DetailDeps;
  readonly #records: RecordService;

  constructor(deps: DetailDeps, records: RecordService) {
    this.#deps = deps;
    this.#records = records;
  }

  /** A page of a related list, with the object whose records it shows. */
  async related({ as, ...query }: BodyOf<typeof relatedRecords>, actor: Actor): Promise<RelatedPart> {
    const { home, sight } = await this.#open({ ...query, as }, actor);
    return this.#related(home, query, sight);
  }

  /** The numbers of a chart; null when it cannot be drawn for this person. */
  async chart(query: BodyOf<typeof readChart>, actor: Actor): Promise<ChartReply | null> {
    const { home, sight } = await this.#open(query, actor);
    return this.#chart(home, query.chart, sight);
  }

  /** Several at once: the record is opened once, and what is closed or wrong leaves the others as they are. */
  async blocks(
    query: BodyOf<typeof readBlocks>,
    actor: Actor,
    show: (part: RelatedPart) => RelatedReply,
  ): Promise<BlocksReply> {
    const { home, sight } = await this.#open(query, actor);
    const related = query.related.map((one) =>
      orRefused(async () => ({ page: show(await this.#related(home, one, sight)) })),
    );
    const charts = query.charts.map((chart) =>
      orRefused(async () => ({ chart: await this.#chart(home, chart, sight) })),
    );
    return { related: await Promise.all(related), charts: await Promise.all(charts) };
  }

  /** The record that is on screen, and who looks at its page. */
  async #open({ objectApiName, id, as }: PageQuery, actor: Actor): Promise<{ home: OpenRecord; sight: Sight }> {
    const sight = as
      ? await previewSight(this.#records, { objectApiName, id, as }, actor)
      : { viewer: actor, rights: actor };
    return { home: await this.#records.openable(objectApiName, id, sight.viewer), sight };
  }

  async #related(home: OpenRecord, query: Omit<RelatedQuery, 'id'>, sight: Sight): Promise<RelatedPart> {
    const { object, id } = home;
    const { objectApiName, audience, fields } = this.#deps.related.layout(object, query.related);
    refuseClosed(home, audience);
    const target = this.#deps.catalog.object(objectApiName);
    const { viewer } = sight;
    const isOfCompany = isListOfCompany(target, fields);
    const own = home.speaksFor && isMember(viewer) ? asSvip(viewer) : viewer;
    const seen = isOfCompany ? { viewer: own, rights: own } : sight;
    const scope = {
      readable: (field: FieldDefinition) => mayReadField(home.reader, field),
      rowsOf: rowsFor(home.reader),
      today: shanghaiDay(this.#deps.now()),
      reader: viewer.id ?? undefined,
    };
    const page = await this.#deps.related.page({ object, scope }, { ...query, id }, this.#lists(seen));
    return { target, reader: seen.rights, page };
  }

  async #chart(home: OpenRecord, chart: number, sight: Sight): Promise<ChartReply | null> {
    const { object, id } = home;
    refuseClosed(home, object.definition.layouts.detail.charts?.[chart]?.audience);
    return this.#deps.charts.read(object, { id, chart }, shanghaiDay(this.#deps.now()), this.#lists(sight));
  }

  #lists({ viewer, rights }: Sight) {
    const access = (object: CatalogObject, actor: Actor) =>
      listAccess(object, actor, this.#deps.now(), this.#deps.catalog);
    return (apiName: string): OpenedList => {
      const object = this.#deps.catalog.object(apiName);
      const opened = access(object, viewer);
      return { object, ...(rights === viewer ? opened : access(object, rights)) };
    };
  }
}

/** @throws Failure when a part of a page is for others than this person. */
function refuseClosed(home: OpenRecord, audience: Audience | undefined): void {
  const refused =
    audience && decideAudience(home.reader, home.object.definition.access, audience, home.createdBy, home.speaksFor);
  if (refused) throw new Failure(refused);
}

async function orRefused<Part extends object>(read: () => Promise<Part>): Promise<Part | { refused: BlockRefusal }> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}
