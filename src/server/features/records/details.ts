import type { BodyOf } from '#schemas/api/route.ts';
import type { ChartReply, readChart, relatedRecords } from '#schemas/api/details.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { mayReadField } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { ChartReader } from '#server/core/charts/reader.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { OpenedList } from '#server/core/lists/opened-list.ts';
import type { RelatedPage, RelatedReader } from '#server/core/related/reader.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { RecordService } from './service.ts';

export interface DetailDeps {
  readonly catalog: Catalog;
  readonly related: RelatedReader;
  readonly charts: ChartReader;
  readonly now: () => Date;
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
  async related(
    query: BodyOf<typeof relatedRecords>,
    actor: Actor,
  ): Promise<{ target: CatalogObject; page: RelatedPage }> {
    const { object, id } = await this.#records.openable(query.objectApiName, query.id, actor);
    const scope = {
      readable: (field: FieldDefinition) => mayReadField(actor, field),
      today: shanghaiDay(this.#deps.now()),
      reader: actor.id ?? undefined,
    };
    const page = await this.#deps.related.page({ object, scope }, { ...query, id }, this.#open(actor));
    const { objectApiName } = this.#deps.related.layout(object, query.related);
    return { target: this.#deps.catalog.object(objectApiName), page };
  }

  /** The numbers of a chart; null when it cannot be drawn for this person. */
  async chart(query: BodyOf<typeof readChart>, actor: Actor): Promise<ChartReply | null> {
    const { object, id } = await this.#records.openable(query.objectApiName, query.id, actor);
    return this.#deps.charts.read(object, { ...query, id }, shanghaiDay(this.#deps.now()), this.#open(actor));
  }

  #open(actor: Actor) {
    return (apiName: string): OpenedList => {
      const object = this.#deps.catalog.object(apiName);
      return { object, ...listAccess(object, actor, this.#deps.now(), this.#deps.catalog) };
    };
  }
}
