import { makeAutoObservable } from 'mobx';
import type { ListField, ListFieldType } from '#schemas/api/list-columns.ts';
import { fieldType } from '#generators/field-types/registry.ts';

export const LIST_TYPE_WORDS: Readonly<Record<ListFieldType, string>> = {
  text: '文本',
  integer: '整数',
  decimal: '小数',
  date: '日期',
  select: '单选',
  multiSelect: '多选',
  boolean: '是否',
};

const DECIMALS = 2;

/** One column while it is put together. Options are written one a line. */
export class ColumnDraft {
  readonly apiName: string;
  /** A column that is kept has its type for good: what was filled in is of that type. */
  readonly isKept: boolean;
  label = '';
  type: ListFieldType = 'text';
  optionText = '';
  readonly #before: ListField | undefined;

  constructor(apiName: string, before?: ListField) {
    this.apiName = apiName;
    this.isKept = before !== undefined;
    this.#before = before;
    if (before) {
      this.label = before.label;
      this.type = before.type;
      this.optionText = (before.selectOptions ?? []).map(({ label }) => label).join('\n');
    }
    makeAutoObservable(this, { apiName: false, isKept: false }, { autoBind: true });
  }

  get hasOptions(): boolean {
    return fieldType({ type: this.type }).options !== undefined;
  }

  get isReady(): boolean {
    return this.label.trim() !== '' && (!this.hasOptions || this.#options.length > 0);
  }

  setLabel(label: string): void {
    this.label = label;
  }

  setType(type: ListFieldType): void {
    this.type = type;
  }

  setOptions(text: string): void {
    this.optionText = text;
  }

  /** An option that was there keeps its value; a new one is called by what it says. */
  get #options() {
    const words = this.optionText.split('\n').map((word) => word.trim());
    return [...new Set(words.filter(Boolean))].map(
      (label) => this.#before?.selectOptions?.find((one) => one.label === label) ?? { value: label, label },
    );
  }

  get field(): ListField {
    const { apiName, type } = this;
    const { decimalPlaces, maxLength } = this.#before ?? {};
    const hasPlaces = fieldType({ type }).kind === 'decimal';
    return {
      apiName,
      type,
      label: this.label.trim(),
      ...(this.hasOptions && { selectOptions: this.#options }),
      ...(hasPlaces && { decimalPlaces: decimalPlaces ?? DECIMALS }),
      ...(maxLength !== undefined && { maxLength }),
    };
  }
}

/** The columns of a list while they are changed. */
export class ColumnDrafts {
  drafts: ColumnDraft[];
  #next: number;

  constructor(fields: readonly ListField[]) {
    this.drafts = fields.map((field) => new ColumnDraft(field.apiName, field));
    this.#next = Math.max(0, ...fields.map(({ apiName }) => Number(/^c(\d+)$/.exec(apiName)?.[1] ?? 0))) + 1;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get fields(): ListField[] {
    return this.drafts.map(({ field }) => field);
  }

  get isReady(): boolean {
    return this.drafts.every(({ isReady }) => isReady);
  }

  add(): void {
    this.drafts.push(new ColumnDraft(`c${this.#next++}`));
  }

  remove(draft: ColumnDraft): void {
    this.drafts = this.drafts.filter((other) => other !== draft);
  }
}
