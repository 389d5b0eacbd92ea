import { makeAutoObservable, observableRef } from 'mobx';
import type { PointingObject } from '#schemas/api/pointing-object.ts';
import { LIST_CHART_KINDS } from '#schemas/generated/metadata/displays.ts';
import type { Chart, DetailTab } from '#schemas/metadata/detail.ts';
import type { ListChartKind } from '#schemas/metadata/displays.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition, RelatedList } from '#schemas/metadata/object.ts';
import { fieldType, isLinking } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { liveFields } from '#generators/object.ts';
import { canSum, groupKind } from '#shared/charts/grouping.ts';

export type WizardList = 'related' | 'charts';

/** What each question of a list is about, in the order in which they are asked. */
const QUESTIONS = {
  related: ['source', 'columns', 'sort', 'tab', 'label'],
  charts: ['source', 'group', 'measure', 'kind', 'tab', 'label'],
} as const;
export type Question = (typeof QUESTIONS)[WizardList][number];

/** Records that belong to the one on screen: those of another object that point here, or those that this one points at. */
export interface Source {
  /** Unique among the sources of one wizard. */
  readonly key: string;
  readonly objectApiName: string;
  readonly label: string;
  readonly words: string;
  readonly link: Pick<RelatedList, 'fields' | 'of'>;
}

/** Charts whose groups need no second setting: those that lists have. */
const isSimple = (kind: string): kind is ListChartKind => LIST_CHART_KINDS.some((one) => one === kind);
export const COUNT = 'count';

interface Around {
  readonly home: ObjectDefinition;
  /** Objects whose records may point at those of this one; undefined until they have been read. */
  readonly pointing: () => readonly PointingObject[] | undefined;
  /** Another object; undefined until it has been read. */
  readonly find: (apiName: string) => ObjectDefinition | undefined;
  /** The shape of a chart as the form of charts asks for it. */
  readonly chartKind: FieldDefinition | undefined;
}

/** The answers that make a related list or a chart, asked for one after the other. */
export class PartWizard {
  readonly list: WizardList;
  step = 0;
  source: Source | undefined;
  columns: readonly string[] = [];
  sort: { readonly field: string; readonly order: 'asc' | 'desc' } | undefined;
  group: string | undefined;
  /** COUNT, or the field that is added up. */
  measure = COUNT;
  kind: ListChartKind = 'bar';
  /** Place of the tab in which it is read. */
  tab = 0;
  #label: string | undefined;
  readonly #around: Around;

  constructor(list: WizardList, around: Around) {
    this.list = list;
    this.#around = around;
    makeAutoObservable(this, { list: false, source: observableRef, columns: observableRef, sort: observableRef });
  }

  get questions(): readonly Question[] {
    // What a record itself names comes in the order in which it names it.
    const isOrdered = this.source?.link.of !== undefined;
    const isSettled = (question: Question) =>
      (question === 'sort' && isOrdered) || (question === 'tab' && this.tabs.length < 2);
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
    return this.#around.home.layouts.detail.tabs ?? [];
  }

  /** Undefined until they have been read. */
  get sources(): readonly Source[] | undefined {
    const { home } = this.#around;
    const toHere = this.#around.pointing()?.flatMap(({ objectApiName, label, fields }) =>
      fields.map((field) => ({
        key: `${objectApiName}.${field.apiName}`,
        objectApiName,
        label,
        words: `其“${field.label}”字段指向本记录`,
        link: { fields: [field.apiName] },
      })),
    );
    // A chart counts what points here.
    if (this.list === 'charts' || !toHere) return toHere;
    const fromHere = liveFields(home).flatMap((field) =>
      isLinking(field) && field.targetApiName !== undefined && this.#isKnown(field.targetApiName)
        ? [
            {
              key: field.apiName,
              objectApiName: field.targetApiName,
              label: field.label,
              words: `本记录的“${field.label}”指向的记录`,
              link: { of: field.apiName },
            },
          ]
        : [],
    );
    return [...toHere, ...fromHere];
  }

  #isKnown(apiName: string): boolean {
    return this.#around.find(apiName) !== undefined;
  }

  /** The object whose records are shown; undefined until it has been read. */
  get target(): ObjectDefinition | undefined {
    const { source } = this;
    if (!source) return undefined;
    const { home, find } = this.#around;
    return source.objectApiName === home.apiName ? home : find(source.objectApiName);
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

  get kindChoices() {
    const { selectOptions = [] } = this.#around.chartKind ?? {};
    return selectOptions.flatMap(({ value, label }) => (isSimple(value) ? [{ value, label }] : []));
  }

  get kindHelp(): string | undefined {
    return this.#around.chartKind?.config?.help;
  }

  choose(source: Source): void {
    if (source.key === this.source?.key) return;
    this.source = source;
    [this.columns, this.sort, this.group, this.measure] = [[], undefined, undefined, COUNT];
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
    return this.#label ?? this.#proposed;
  }

  rename(label: string): void {
    this.#label = label;
  }

  get #proposed(): string {
    const { source, list } = this;
    const group = this.groupChoices.find(({ apiName }) => apiName === this.group);
    if (!source) return '';
    const taken = new Set(Object.values(this.#around.home.layouts.detail).flatMap(labelsOf));
    const words = list === 'charts' ? `${source.label}按${group?.label ?? ''}分布` : source.label;
    if (!taken.has(words)) return words;
    for (let number = 2; ; number += 1) if (!taken.has(`${words} ${number}`)) return `${words} ${number}`;
  }

  /** Is the question on screen answered? */
  get isAnswered(): boolean {
    const { question, target, group, label } = this;
    if (question === 'source') return target !== undefined;
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

  /** What the list of the object itself shows first. */
  #firstColumns(): readonly string[] {
    const { nameField, layouts } = this.target ?? this.#around.home;
    const links = this.source?.link.fields ?? [];
    const open = new Set(this.columnChoices.map(({ apiName }) => apiName));
    const names = [nameField, ...layouts.list.columns].filter((name) => open.has(name) && !links.includes(name));
    const wanted = new Set(names.slice(0, FIRST_COLUMNS));
    return this.columnChoices.map(({ apiName }) => apiName).filter((name) => wanted.has(name));
  }

  /** What the answers make. */
  get part(): RelatedList | Chart | undefined {
    const { source, list, columns, sort, group, measure, kind } = this;
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
    if (group === undefined) return undefined;
    const fields = [...(link.fields ?? [])];
    const measured = measure === COUNT ? {} : { measure: { sum: measure } };
    return { label, kind, objectApiName, fields, groupBy: { field: group }, ...measured };
  }
}

const FIRST_COLUMNS = 5;
const MOST_COLUMNS = 20;

/** The labels of a list of parts, and of nothing else. */
const labelsOf = (parts: unknown): string[] =>
  Array.isArray(parts)
    ? parts.flatMap((part: unknown) => {
        const { label } = Object(part) as { label?: unknown };
        return typeof label === 'string' ? [label] : [];
      })
    : [];
