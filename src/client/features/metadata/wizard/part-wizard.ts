import { makeAutoObservable, observableRef } from 'mobx';
import type { PointingObject } from '#schemas/api/pointing-object.ts';
import { LIST_CHART_KINDS } from '#schemas/generated/metadata/displays.ts';
import type { Chart, DetailTab, PeriodUnit } from '#schemas/metadata/detail.ts';
import type { ListChartKind } from '#schemas/metadata/displays.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition, RelatedList } from '#schemas/metadata/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { liveFields } from '#generators/object.ts';
import { canSum, groupKind, periodUnit } from '#shared/charts/grouping.ts';
import { freeLabel } from './free-label.ts';
import { namedSources, pointingSources, reachedSources, type Source } from './sources.ts';

export type WizardList = 'related' | 'charts';

/** What each question of a list is about, in the order in which they are asked. */
const QUESTIONS = {
  related: ['source', 'via', 'end', 'columns', 'sort', 'tab', 'label'],
  charts: ['source', 'via', 'end', 'group', 'measure', 'kind', 'tab', 'label'],
} as const;
export type Question = (typeof QUESTIONS)[WizardList][number];

/** Charts whose groups need no second setting: those that lists have. */
const isSimple = (kind: string): kind is ListChartKind => LIST_CHART_KINDS.some((one) => one === kind);
export const COUNT = 'count';

interface Around {
  readonly home: ObjectDefinition;
  /** Objects whose records may point at those of this one; undefined until they have been read. */
  readonly pointing: () => readonly PointingObject[] | undefined;
  /** Another object; undefined until it has been read. */
  readonly find: (apiName: string) => ObjectDefinition | undefined;
  /** Place of the tab in which the part is read unless another one is chosen. */
  readonly tab: number;
  /** The shape of a chart as the form of charts asks for it. */
  readonly chartKind: FieldDefinition | undefined;
}

/** The answers that make a related list or a chart, asked for one after the other. */
export class PartWizard {
  readonly list: WizardList;
  step = 0;
  source: Source | undefined;
  /** Are the records reached by way of others, `via`, which point here? */
  isIndirect = false;
  via: Source | undefined;
  columns: readonly string[] = [];
  sort: { readonly field: string; readonly order: 'asc' | 'desc' } | undefined;
  group: string | undefined;
  /** COUNT, or the field that is added up. */
  measure = COUNT;
  kind: ListChartKind = 'bar';
  /** Place of the tab in which it is read. */
  tab: number;
  readonly home: ObjectDefinition;
  /** The name that the user wrote. */
  written: string | undefined;
  readonly #around: Around;

  constructor(list: WizardList, around: Around) {
    this.list = list;
    this.home = around.home;
    this.tab = around.tab;
    this.#around = around;
    makeAutoObservable(this, {
      list: false,
      home: false,
      source: observableRef,
      via: observableRef,
      columns: observableRef,
      sort: observableRef,
    });
  }

  get questions(): readonly Question[] {
    // What a record itself names comes in the order in which it names it.
    const isOrdered = this.source?.link.of !== undefined;
    const isSettled = (question: Question) =>
      (question === 'sort' && isOrdered) ||
      (question === 'tab' && this.tabs.length < 2) ||
      (!this.isIndirect && (question === 'via' || question === 'end'));
    return QUESTIONS[this.list].filter((question) => !isSettled(question));
  }

  get question(): Question {
    return this.questions[this.step] ?? 'label';
  }

  get isLast(): boolean {
    return this.step === this.questions.length - 1;
  }

  /** The tabs of the detail page; none where it says none. */
  get tabs(): readonly DetailTab[] {
    return this.home.layouts.detail.tabs ?? [];
  }

  /** Undefined until they have been read. */
  get sources(): readonly Source[] | undefined {
    const { pointing } = this;
    // A chart counts what points here.
    return this.list === 'charts' ? pointing : pointing && [...pointing, ...namedSources(this.home, this.#labelOf)];
  }

  /** Records of other objects that point here; undefined until they have been read. */
  get pointing(): readonly Source[] | undefined {
    const pointing = this.#around.pointing();
    return pointing && pointingSources(pointing);
  }

  /** What records of `via` lead to; undefined until their object has been read. */
  get ends(): readonly Source[] | undefined {
    const object = this.via && this.#find(this.via.objectApiName);
    return this.via && object && reachedSources(this.via, object, this.#labelOf);
  }

  readonly #labelOf = (apiName: string): string | undefined => this.#find(apiName)?.label;

  readonly #find = (apiName: string): ObjectDefinition | undefined =>
    apiName === this.home.apiName ? this.home : this.#around.find(apiName);

  /** The object whose records are shown; undefined until it has been read. */
  get target(): ObjectDefinition | undefined {
    return this.source && this.#find(this.source.objectApiName);
  }

  /** The object whose fields link its records to the one on screen. */
  get linking(): ObjectDefinition | undefined {
    const { through } = this.source?.link ?? {};
    return through ? this.#find(through.objectApiName) : this.target;
  }

  get #fields(): readonly FieldDefinition[] {
    return this.target ? liveFields(this.target).filter((field) => !isSealed(field)) : [];
  }

  get columnChoices(): readonly FieldDefinition[] {
    return this.#fields;
  }

  get sortChoices(): readonly FieldDefinition[] {
    return this.#fields.filter((field) => fieldType(field).sortColumn(field) !== null);
  }

  get groupChoices(): readonly FieldDefinition[] {
    const links = this.source?.link.fields ?? [];
    return this.#fields.filter(
      (field) => groupKind(field, { field: field.apiName }) !== undefined && !links.includes(field.apiName),
    );
  }

  get sumChoices(): readonly FieldDefinition[] {
    return this.#fields.filter(canSum);
  }

  /** The field that is added up. */
  get sum(): FieldDefinition | undefined {
    return this.#fields.find(({ apiName }) => apiName === this.measure);
  }

  /** The field that makes the groups; of a tree the branches at the root do. */
  get groupBy(): Chart['groupBy'] | undefined {
    const field = this.#fields.find(({ apiName }) => apiName === this.group);
    return field && { field: field.apiName, ...(fieldType(field).options === 'tree' && { level: 'top' as const }) };
  }

  /** Spans of time that are the groups. */
  get unit(): PeriodUnit | undefined {
    const { groupBy } = this;
    const field = groupBy && this.#fields.find(({ apiName }) => apiName === groupBy.field);
    return field && groupKind(field, groupBy) === 'period' ? periodUnit(groupBy) : undefined;
  }

  get kindChoices() {
    const { selectOptions = [] } = this.#around.chartKind ?? {};
    return selectOptions.flatMap(({ value, label }) => (isSimple(value) ? [{ value, label }] : []));
  }

  get kindHelp(): string | undefined {
    return this.#around.chartKind?.config?.help;
  }

  choose(source: Source | undefined): void {
    this.isIndirect = !source || source.link.through !== undefined;
    if (source?.key === this.source?.key) return;
    this.source = source;
    [this.columns, this.sort, this.group, this.measure] = [[], undefined, undefined, COUNT];
  }

  /** Goes on from records that point here to those that they point at. */
  goOver(via: Source): void {
    if (via.key !== this.via?.key) this.choose(undefined);
    this.via = via;
  }

  /** The columns in the order of the fields of their object. */
  toggle(apiName: string): void {
    const names = new Set(this.columns);
    if (!names.delete(apiName)) names.add(apiName);
    this.columns = this.columnChoices.map((field) => field.apiName).filter((name) => names.has(name));
  }

  sortBy(field: string | undefined, order: 'asc' | 'desc' = 'desc'): void {
    this.sort = field === undefined ? undefined : { field, order };
  }

  set(answers: { group?: string; measure?: string; kind?: ListChartKind; tab?: number }): void {
    Object.assign(this, answers);
  }

  /** Proposed by the answers until the user writes one. */
  get label(): string {
    return this.written ?? this.#proposed;
  }

  rename(label: string): void {
    this.written = label;
  }

  get #proposed(): string {
    const { source, list } = this;
    const group = this.groupChoices.find(({ apiName }) => apiName === this.group);
    if (!source) return '';
    return freeLabel(this.home, list === 'charts' ? `${source.label}按${group?.label ?? ''}分布` : source.label);
  }

  /** Is the question on screen answered? */
  get isAnswered(): boolean {
    const { question, target, group, label, ends } = this;
    if (question === 'source') return this.isIndirect || target !== undefined;
    if (question === 'via') return ends !== undefined;
    if (question === 'end') return target !== undefined;
    if (question === 'group') return group !== undefined;
    return question !== 'label' || label.trim() !== '';
  }

  next(): void {
    if (!this.isAnswered || this.isLast) return;
    this.step += 1;
    if (this.question === 'columns' && this.columns.length === 0) this.columns = this.#firstColumns();
  }

  back(): void {
    this.step = Math.max(0, this.step - 1);
  }

  /** Those that are chosen, and until then those that are proposed. */
  get shownColumns(): readonly string[] {
    return this.columns.length > 0 ? this.columns : this.#firstColumns();
  }

  /** What the list of the object itself shows first. */
  #firstColumns(): readonly string[] {
    const { nameField, layouts } = this.target ?? this.home;
    const links = this.source?.link.fields ?? [];
    const open = new Set(this.columnChoices.map(({ apiName }) => apiName));
    const names = [nameField, ...layouts.list.columns].filter((name) => open.has(name) && !links.includes(name));
    const wanted = new Set(names.slice(0, FIRST_COLUMNS));
    return this.columnChoices.map(({ apiName }) => apiName).filter((name) => wanted.has(name));
  }

  /** What the answers make. */
  get part(): RelatedList | Chart | undefined {
    const { source, list, columns, sort, groupBy, measure, kind } = this;
    if (!source) return undefined;
    const { objectApiName, link } = source;
    const label = this.label.trim();
    if (list === 'related')
      return {
        label,
        objectApiName,
        ...link,
        ...(columns.length > 0 && { columns: columns.slice(0, MOST_COLUMNS) }),
        ...(sort && this.questions.includes('sort') && { sort: [sort] }),
      };
    if (!groupBy) return undefined;
    const { fields, through } = link;
    const measured = measure === COUNT ? {} : { measure: { sum: measure } };
    return {
      label,
      kind,
      objectApiName,
      ...(through ? { through } : { fields: [...(fields ?? [])] }),
      groupBy,
      ...measured,
    };
  }
}

const FIRST_COLUMNS = 5;
const MOST_COLUMNS = 20;
