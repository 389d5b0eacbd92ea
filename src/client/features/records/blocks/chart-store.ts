import { makeAutoObservable } from 'mobx';
import type { ChartReply } from '#schemas/api/details.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { DetailChart } from '#generators/detail-blocks.ts';
import { findField, liveFields } from '#generators/object.ts';
import { groupKind } from '#shared/charts/grouping.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { isAboutShown, type StreamEvent } from '#client/lib/events.ts';
import { filteredListPath } from '#client/lib/list-link.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { hashAddress } from '#client/lib/router.ts';
import { conditionWords } from '#shared/conditions/condition-words.ts';
import { holding, inGroup } from '#shared/conditions/in-group.ts';
import type { BlockReader } from './block-reader.ts';

/** Groups that are many at once, or none: there is no list of them. */
const NO_GROUP: ReadonlySet<string> = new Set(['', '…']);

/** Why there is nothing to read: no records belong to the record on screen, or they are too few to compare. */
export type Lack = 'records' | 'groups';

/** Groups below which there is nothing to compare, and periods below which a list says as much. */
const MIN_GROUPS = 2;
const MIN_PERIODS = 3;

/** One chart of the record on screen. */
export class ChartStore {
  readonly layout: DetailChart;
  /** Null when a field that it is made of is gone or closed to the user: there is nothing to show and nothing to say. */
  readonly chart: Loadable<ChartReply | null>;
  readonly #catalog: CatalogStore;
  readonly #owner: { readonly objectApiName: string; readonly id: string };

  constructor(blocks: BlockReader, catalog: CatalogStore, layout: DetailChart) {
    this.#catalog = catalog;
    this.#owner = blocks.owner;
    this.layout = layout;
    this.chart = new Loadable(async () => {
      const [chart] = await Promise.all([
        blocks.chart(layout.index),
        // Without it the groups lead nowhere; the chart is drawn all the same.
        catalog.load(layout.objectApiName).catch(() => undefined),
      ]);
      return chart;
    });
    makeAutoObservable(this, { layout: false, chart: false });
  }

  /** What a record must be to be counted, in words; undefined where all are, or the words are not known yet. */
  get conditionWords(): string | undefined {
    const target = this.#catalog.definition(this.layout.objectApiName);
    const { filter } = this.layout;
    if (!target || filter === undefined) return undefined;
    const labelOf = (value: string, field: FieldDefinition) =>
      field.selectOptions?.find((option) => option.value === value)?.label ?? value;
    return conditionWords(filter as Condition, { fields: liveFields(target) }, labelOf, Number.POSITIVE_INFINITY);
  }

  /** What is missing for a picture that says something; undefined where nothing is, or it is not known yet. */
  get lack(): Lack | undefined {
    const { value, failure } = this.chart;
    if (value === undefined || failure) return undefined;
    if (value === null) return 'records';
    const isDrawn = (at: number) => value.series.some(({ values }) => values[at] !== '0' && values[at] !== null);
    const points = value.categories.filter((_, at) => isDrawn(at)).length;
    const fewest = this.layout.kind === 'compare' ? 1 : value.period === null ? MIN_GROUPS : MIN_PERIODS;
    if (points >= fewest) return undefined;
    return value.sampleSize === 0 ? 'records' : 'groups';
  }

  /** Address of the list of a group's records; undefined where there is no such list. */
  readonly hrefOf = (key: string): string | undefined => {
    const target = this.#catalog.definition(this.layout.objectApiName);
    const route = this.#catalog.summary(this.layout.objectApiName)?.route;
    const group = target && findField(target, this.layout.groupBy.field);
    if (route === undefined || !target || !group || !this.layout.fields || NO_GROUP.has(key)) return undefined;
    const links = this.#links(target, this.layout.fields);
    return hashAddress(filteredListPath(route, links, this.#inGroup(group, key)));
  };

  /** Takes a hint: the record that the chart belongs to was written (`isOwn`), or many that it may be made of. */
  receive(event: StreamEvent, isOwn: boolean): void {
    const isOfMany = isAboutShown(event, this.layout.objectApiName, () => false);
    if (this.chart.value !== undefined && (isOwn || isOfMany)) void this.chart.refresh();
  }

  #links(target: ObjectDefinition, fields: readonly string[]): Comparison[] {
    return fields.flatMap((apiName) => {
      const field = findField(target, apiName);
      return field ? [holding(field, this.#owner.id)] : [];
    });
  }

  #inGroup(group: FieldDefinition, key: string): Comparison {
    const { groupBy } = this.layout;
    const isPeriod = groupKind(group, groupBy) === 'period';
    const unit = isPeriod ? (this.chart.value?.period ?? 'year') : undefined;
    return inGroup(group, key, { unit, isBranch: groupBy.level === 'top' });
  }
}
