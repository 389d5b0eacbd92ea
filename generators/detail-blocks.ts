import type { BlockView, Chart, DetailTab, Through } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition, RelatedList } from '#schemas/metadata/object.ts';
import type { Rollup } from '#schemas/metadata/rollup.ts';
import { type DetailSection, detailSections, isSourceSection } from './detail.ts';
import { findField } from './object.ts';

/** A related list and its place in the layout, by which the server knows it. */
export interface DetailRelated extends RelatedList {
  readonly id: string;
  readonly index: number;
}

/** A chart with what it is made of, and its place in the layout, by which the server knows it. */
export interface DetailChart extends ChartSource {
  readonly id: string;
  readonly index: number;
}

/** A chart whose records and numbers are said outright, also where a total of the object says them. */
export interface ChartSource extends Chart {
  readonly fields?: string[];
  readonly through?: Through;
  readonly measure: 'count' | { sum: string };
  /** The total that it draws. */
  readonly counts?: FieldDefinition;
}

/** One thing to read on a detail page. */
export type DetailBlock =
  | { readonly kind: 'section'; readonly id: string; readonly label: string; readonly section: DetailSection }
  | { readonly kind: 'related'; readonly id: string; readonly label: string; readonly related: DetailRelated }
  | { readonly kind: 'chart'; readonly id: string; readonly label: string; readonly chart: DetailChart };

/** What is read together. */
export interface DetailTabBlocks {
  readonly id: string;
  readonly label: string;
  readonly blocks: readonly DetailBlock[];
}

/** Fields of the records listed that the looks of their list are made of. */
export const viewFields = ({ kind: _kind, own: _own, ...fields }: Partial<BlockView> = {}): string[] =>
  Object.values(fields).filter((name) => name !== undefined);

/** Fields that a list is read with: its columns, and what its looks need; those of the object's own list when undefined. */
export function readFields({ columns, view }: RelatedList): readonly string[] | undefined {
  return columns && [...new Set([...columns, ...viewFields(view)])];
}

/** The roll-up of a live field of this object; undefined where the field is none. */
function rollupOf(object: ObjectDefinition, apiName: string): Rollup | undefined {
  return findField(object, apiName)?.config?.rollup;
}

/**
 * What a list shows, said outright: where it is that of a total, its links and its condition. Undefined where the total
 * is gone.
 */
export function relatedSource(object: ObjectDefinition, related: RelatedList): RelatedList | undefined {
  if (related.rollup === undefined) return related;
  const rollup = rollupOf(object, related.rollup);
  return rollup?.fields && { ...related, fields: rollup.fields, ...bothFilters(rollup, related) };
}

/** The same for a chart, with what is measured; undefined where the total is gone. */
export function chartSource(object: ObjectDefinition, chart: Chart): ChartSource | undefined {
  const { measure = 'count', ...rest } = chart;
  if (chart.rollup === undefined) return { ...rest, measure };
  const counts = findField(object, chart.rollup);
  const rollup = rollupOf(object, chart.rollup);
  const sum = rollup?.function === 'sum' ? rollup.of?.[0] : undefined;
  if (!rollup?.fields || !counts) return undefined;
  return {
    ...rest,
    fields: rollup.fields,
    ...bothFilters(rollup, chart),
    measure: sum === undefined ? 'count' : { sum },
    counts,
  };
}

function bothFilters(rollup: Rollup, { filter }: Pick<Chart, 'filter'>): Pick<Chart, 'filter'> {
  const filters = [rollup.filter, filter].filter((one) => one !== undefined);
  return filters.length === 2 ? { filter: { and: filters } } : filters.length === 1 ? { filter: filters[0] } : {};
}

/** The related lists of a detail page, in layout order. */
export function detailRelated(object: ObjectDefinition): readonly DetailRelated[] {
  return object.layouts.detail.related.flatMap((related, index) => {
    const source = relatedSource(object, related);
    return source ? [{ ...source, id: `related-${index}`, index }] : [];
  });
}

/** The charts of a detail page, in layout order. */
export function detailCharts(object: ObjectDefinition): readonly DetailChart[] {
  return (object.layouts.detail.charts ?? []).flatMap((chart, index) => {
    const source = chartSource(object, chart);
    return source ? [{ ...source, id: `chart-${index}`, index }] : [];
  });
}

/** Sections before the charts where the layout says no order: the first says what the record is. */
const SECTIONS_BEFORE_CHARTS = 1;

/** Everything that there is to read, in the order that a layout without tabs has. */
function detailBlocks(object: ObjectDefinition): readonly DetailBlock[] {
  const sections = detailSections(object).map((section): DetailBlock => {
    const { id, label } = section;
    return { kind: 'section', id, label, section };
  });
  const charts = detailCharts(object).map((chart): DetailBlock => {
    const { id, label } = chart;
    return { kind: 'chart', id, label, chart };
  });
  const lists = detailRelated(object).map((related): DetailBlock => {
    const { id, label } = related;
    return { kind: 'related', id, label, related };
  });
  return [...sections.slice(0, SECTIONS_BEFORE_CHARTS), ...charts, ...sections.slice(SECTIONS_BEFORE_CHARTS), ...lists];
}

/** Lines that a list or a chart takes at least, and a text or a picture that is read as an article is. */
const BLOCK_LINES = 5;
const PROSE_LINES = 3;
/** Lines of a page that is looked through without tabs: two screens. */
const SHORT_PAGE = 20;

function linesOf(block: DetailBlock): number {
  if (block.kind !== 'section') return BLOCK_LINES;
  const { fields, columns, isProse } = block.section;
  return isProse ? fields.length * PROSE_LINES : Math.ceil(fields.length / columns);
}

/**
 * The tabs of a layout that names none: a page that would be long has what the record is with its charts first, then the
 * other sections, and then its lists. Layouts that staff saved before there were tabs have none.
 */
function defaultTabs(object: ObjectDefinition, blocks: readonly DetailBlock[]): DetailTab[] {
  const one = [{ label: object.label, blocks: blocks.map(({ label }) => label) }];
  if (blocks.reduce((sum, block) => sum + linesOf(block), 0) <= SHORT_PAGE) return one;
  const [first, ...sections] = blocks.filter(({ kind }) => kind === 'section');
  const groups = {
    概览: [...(first ? [first] : []), ...blocks.filter(({ kind }) => kind === 'chart')],
    详细信息: sections,
    相关记录: blocks.filter(({ kind }) => kind === 'related'),
  };
  return Object.entries(groups).map(([label, group]) => ({ label, blocks: group.map((block) => block.label) }));
}

/**
 * The tabs of a detail page with what is read in each, in order. What no tab names is in the last one, so that a section
 * that is new is never lost: before what says where the record is from. Tabs that would be empty are left out.
 */
export function detailTabs(object: ObjectDefinition): readonly DetailTabBlocks[] {
  const blocks = detailBlocks(object);
  const { tabs: named = [] } = object.layouts.detail;
  const tabs = named.length === 0 ? defaultTabs(object, blocks) : named;
  const placed = new Set(tabs.flatMap((tab) => tab.blocks));
  const rest = blocks.filter(({ label }) => !placed.has(label));
  return tabs
    .map(({ label, blocks: names }, index) => {
      const own = names.flatMap((name) => blocks.filter((block) => block.label === name));
      const end = own.findLastIndex((block) => !isSource(object, block)) + 1;
      return { id: `tab-${index}`, label, blocks: index === tabs.length - 1 ? own.toSpliced(end, 0, ...rest) : own };
    })
    .filter((tab) => tab.blocks.length > 0);
}

const isSource = (object: ObjectDefinition, block: DetailBlock): boolean =>
  block.kind === 'section' && isSourceSection(object, { fields: block.section.fields.map(({ apiName }) => apiName) });
