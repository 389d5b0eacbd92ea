import { compareStructural, computed } from 'mobx';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, ReferenceValue } from '#schemas/metadata/value.ts';
import type { FieldState } from '#shared/validation/record-check.ts';

/** What a slot asks of its form. */
export interface SlotOwner {
  readonly shape: {
    readonly definition: { readonly apiName: string };
    readonly fields: ReadonlyMap<string, FieldDefinition>;
  };
  readonly locked: ReadonlySet<string>;
  readonly refusals: { readonly get: (apiName: string) => string | undefined };
  readonly valueOf: (apiName: string) => FieldValue;
  readonly stateOf: (apiName: string) => FieldState;
  readonly faultOf: (apiName: string) => string | undefined;
  readonly isAsked: (apiName: string) => boolean;
  readonly change: (apiName: string, value: FieldValue) => void;
  readonly leave: (apiName: string) => void;
}

const GONE: FieldState = { visible: false, required: false, readonly: true };

/**
 * One field of a form being filled: its value, what rules make of it, and its problem. Everything here is computed from
 * what it reads and kept until that changes, so a key touches only the fields that look at it.
 *
 * The parts are single computed values, not an observable object: a screen of fields makes dozens of slots before its
 * first paint, and those cost a tenth.
 */
export class FieldSlot {
  readonly apiName: string;
  readonly #store: SlotOwner;

  constructor(store: SlotOwner, apiName: string) {
    this.#store = store;
    this.apiName = apiName;
  }

  /** Undefined once the field has been removed from the object. */
  get field(): FieldDefinition | undefined {
    const field = this.#store.shape.fields.get(this.apiName);
    return field?.config?.targetFrom === undefined ? field : this.#targeted.get();
  }

  /** A link to the object that another field of the form holds. */
  readonly #targeted = computed(() => {
    const field = this.#store.shape.fields.get(this.apiName);
    const target = this.#store.valueOf(field?.config?.targetFrom ?? '');
    return field && typeof target === 'string' ? { ...field, targetApiName: target } : field;
  });

  /** Which records a link may lead to, where its field says so; as the other field is filled at this moment. */
  get choice(): { readonly linkOf: string; readonly beside?: string } | undefined {
    const { targetFilter, targetMatch } = this.field?.config ?? {};
    if (targetFilter === undefined && targetMatch === undefined) return undefined;
    const links = [this.#store.valueOf(targetMatch?.of ?? '') ?? []].flat() as readonly ReferenceValue[];
    const linkOf = `${this.#store.shape.definition.apiName}.${this.apiName}`;
    return { linkOf, ...(links.length > 0 && { beside: links.map(({ id }) => id).join() }) };
  }

  readonly #value = computed(() => this.#store.valueOf(this.apiName));
  get value(): FieldValue {
    return this.#value.get();
  }

  /** A field whose value this person may not see is not theirs to fill. */
  readonly #state = computed(
    () => (this.field && !this.#store.locked.has(this.apiName) ? this.#store.stateOf(this.apiName) : GONE),
    { equals: compareStructural },
  );
  get visible(): boolean {
    return this.#state.get().visible;
  }

  get required(): boolean {
    return this.#state.get().required;
  }

  get readonly(): boolean {
    return this.#state.get().readonly;
  }

  /** Option values that rules leave; all when absent. */
  get allowed(): readonly string[] | undefined {
    return this.#state.get().options;
  }

  readonly #fault = computed(() => (this.visible ? this.#store.faultOf(this.apiName) : undefined));
  /** What is wrong with the field now, whether or not it is time to say so. */
  get fault(): string | undefined {
    return this.#fault.get();
  }

  readonly #problem = computed(() => {
    const refusal = this.visible ? this.#store.refusals.get(this.apiName) : undefined;
    if (refusal !== undefined) return refusal;
    return this.#store.isAsked(this.apiName) ? this.fault : undefined;
  });
  /** What to show: a refusal until the value changes, else the field's own fault once the person has left it. */
  get problem(): string | undefined {
    return this.#problem.get();
  }

  readonly change = (value: FieldValue): void => this.#store.change(this.apiName, value);

  readonly leave = (): void => this.#store.leave(this.apiName);
}
