import { makeAutoObservable, observableRef } from 'mobx';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { DefinitionPart } from '#client/features/metadata/definition-parts/definition-part.ts';
import type { Show } from '#shared/metadata/field-placement.ts';
import type { Problem } from '#shared/errors.ts';

/** The tabs of the object editor, in order. */
export const TABS = [
  { value: 'fields', label: '字段' },
  { value: 'list', label: '列表布局' },
  { value: 'detail', label: '详情布局' },
  { value: 'form', label: '表单布局' },
  { value: 'rules', label: '规则' },
  { value: 'object', label: '属性与权限' },
  { value: 'history', label: '历史' },
] as const;
export type TabId = (typeof TABS)[number]['value'];

/** The tab of that name; the first where there is none. */
export const tabOf = (name: string | null): TabId => TABS.find(({ value }) => value === name)?.value ?? TABS[0].value;

/** Layouts with sections. */
export type Paged = 'detail' | 'form';
/** Lists of parts of the detail page that have a form of their own. */
export type PartList = 'related' | 'charts' | 'tabs';

/** The content of the side panel. */
export type Selection =
  | { readonly kind: 'newField' }
  | { readonly kind: 'field'; readonly apiName: string }
  | { readonly kind: 'rule'; readonly index: number }
  | { readonly kind: 'section'; readonly layout: Paged; readonly index: number }
  | { readonly kind: 'part'; readonly list: PartList; readonly index: number };

/** A field that is not in the draft yet, as far as it is filled in. */
export interface NewField {
  readonly part: DefinitionPart;
  /** Where it shows, as far as that was chosen. */
  readonly places: Show;
}

const FRESH_FIELD: NewField = {
  part: { type: 'text' },
  places: {},
};

/** Where the editor looks: the tab, what is selected, and what is open above it. */
export class EditorUiState {
  tab: TabId;
  selection: Selection | undefined;
  /** Kept while another tab is looked at. */
  newField = FRESH_FIELD;
  /** What was selected on each tab that is not shown now. */
  readonly #left = new Map<TabId, Selection>();
  /** The part of the detail page that was made last, to be found in its list and in the preview. */
  made: { readonly list: PartList; readonly label: string } | undefined;
  /** The tab of the detail page that is open in the preview, by its id; empty until the user opens one. */
  pageTab = '';
  isReviewing = false;
  /** On a narrow screen the side panel covers the page and is opened on demand. */
  isPreviewOpen = false;
  isComparing = false;

  constructor(tab: TabId = 'fields') {
    this.tab = tab;
    makeAutoObservable(
      this,
      { selection: observableRef, newField: observableRef, made: observableRef },
      { autoBind: true },
    );
  }

  show(tab: TabId): void {
    if (this.tab === tab) return;
    if (this.selection) this.#left.set(this.tab, this.selection);
    else this.#left.delete(this.tab);
    this.selection = this.#left.get(tab);
    this.tab = tab;
  }

  select(selection: Selection): void {
    this.selection = selection;
  }

  /** A part of the detail page was made: its settings stay shut, the preview shows it. */
  makePart(list: PartList, label: string): void {
    this.shut();
    this.made = { list, label };
    this.pageTab = '';
  }

  openPageTab(id: string): void {
    this.pageTab = id;
  }

  shut(): void {
    if (this.selection?.kind === 'newField') this.newField = FRESH_FIELD;
    this.selection = undefined;
  }

  fillIn(more: Partial<NewField>): void {
    this.newField = { ...this.newField, ...more };
  }

  /** The new field is in the draft now. */
  added(apiName: string): void {
    this.newField = FRESH_FIELD;
    this.selection = { kind: 'field', apiName };
  }

  review(isReviewing: boolean): void {
    this.isReviewing = isReviewing;
  }

  preview(isOpen: boolean): void {
    this.isPreviewOpen = isOpen;
  }

  compare(isComparing: boolean): void {
    this.isComparing = isComparing;
  }

  /** Goes to where a problem can be mended. */
  goTo(problem: Problem, definition: ObjectDefinition): void {
    this.isReviewing = false;
    const place = placeOf(problem, definition);
    this.tab = place.tab;
    this.selection = place.selection;
  }
}

interface Spot {
  readonly tab: TabId;
  readonly selection?: Selection | undefined;
}

const LAYOUT_TABS: readonly string[] = ['list', 'detail', 'form'];

/** A problem names a way into the definition (`fields.3.label`), a field, or a rule. */
export function placeOf({ field, rule }: Problem, definition: ObjectDefinition): Spot {
  const named = definition.rules.findIndex(({ id }) => id === rule);
  if (rule !== undefined && named >= 0) return ruleSpot(named);
  const [head = '', second = '', third = '', fourth = ''] = field.split('.');
  if (head === 'layouts') {
    const tab = LAYOUT_TABS.includes(second) ? (second as TabId) : 'list';
    const index = Number(fourth);
    if (fourth === '' || Number.isNaN(index)) return { tab };
    if (third === 'sections' && (second === 'detail' || second === 'form'))
      return { tab, selection: { kind: 'section', layout: second, index } };
    if (third === 'related' || third === 'charts' || third === 'tabs')
      return { tab, selection: { kind: 'part', list: third, index } };
    return { tab };
  }
  const apiName = head === 'fields' ? definition.fields[Number(second)]?.apiName : head;
  if (definition.fields.some((candidate) => candidate.apiName === apiName && apiName !== undefined))
    return { tab: 'fields', selection: { kind: 'field', apiName: apiName ?? '' } };
  if (head === 'rules') return definition.rules[Number(second)] ? ruleSpot(Number(second)) : { tab: 'rules' };
  return { tab: head === 'fields' ? 'fields' : 'object' };
}

const ruleSpot = (index: number): Spot => ({ tab: 'rules', selection: { kind: 'rule', index } });
