import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RateTable } from '#shared/money/rates.ts';
import type { RuleContext } from '#shared/validation/record-check.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import { fieldHistory, type FieldHistoryStore } from '#client/lib/field-history-store.ts';
import type { PartLookups } from './parts/part-lookups.ts';
import type { RecordDrafts } from './record-drafts.ts';
import { RecordForm, type Definitions } from './record-form.ts';
import type { RecordTarget } from './record-writer.ts';

export interface FormsDeps {
  readonly api: Api;
  readonly definitions: Definitions;
  readonly lookups: PartLookups;
  readonly drafts: RecordDrafts;
  /** The signed-in person as rules know them. */
  readonly user: () => RuleContext['user'];
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: () => string;
  /** Rates that amounts are converted at. */
  readonly rates: RateTable;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back later, as a clock does. */
  readonly after: Clock['after'];
  /** A text of 8 to 64 characters that no other form ever uses. */
  readonly newKey: () => string;
  /** Says a sentence that outlives the form. */
  readonly say: (text: string) => void;
}

/** Makes the form of any object. Built once, in the app. */
export class FormsStore {
  readonly lookups: PartLookups;
  readonly #deps: FormsDeps;

  constructor(deps: FormsDeps) {
    this.#deps = deps;
    this.lookups = deps.lookups;
  }

  /** A form for a new record, or with an id for one that exists. The caller opens and closes it. */
  form(objectApiName: string, id: string | undefined, target?: RecordTarget): RecordForm {
    const { api, definitions, drafts, rates, now, after, newKey } = this.#deps;
    return new RecordForm(
      { api, definitions, drafts, rates, now, after, newKey, user: this.#deps.user(), today: this.#deps.today() },
      objectApiName,
      id,
      target,
    );
  }

  history(objectApiName: string, id: string, field: string): FieldHistoryStore {
    return fieldHistory(this.#deps.api, objectApiName, id, field);
  }

  /** Says that a record has been saved, all but what waits for staff: `waiting` are labels of fields. */
  saySaved({ layouts }: ObjectDefinition, created: boolean, waiting: readonly string[]): void {
    const saved = waiting.length > 0 ? `保存成功，${waiting.join('、')}经平台审核后生效` : '保存成功';
    this.#deps.say(created ? (layouts.form.submitted ?? '创建成功') : saved);
  }
}
