import { LIST_DISPLAYS, type ListDisplay } from '#shared/lists/list-state.ts';

type KeptText = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'jingtu.list.displays';

/** How lists were shown last in this browser, by object, where not as rows. */
export class DisplayChoices {
  readonly #storage: KeptText | undefined;

  /** Without a storage nothing is remembered. */
  constructor(storage?: KeptText) {
    this.#storage = storage;
  }

  of(objectApiName: string): ListDisplay {
    return LIST_DISPLAYS.find((display) => display === this.#kept()[objectApiName]) ?? 'table';
  }

  keep(objectApiName: string, display: ListDisplay): void {
    const { [objectApiName]: _before, ...others } = this.#kept();
    const next = display === 'table' ? others : { ...others, [objectApiName]: display };
    try {
      this.#storage?.setItem(KEY, JSON.stringify(next));
    } catch {
      // A full or closed storage costs the choice, nothing else.
    }
  }

  #kept(): Readonly<Record<string, unknown>> {
    try {
      const kept: unknown = JSON.parse(this.#storage?.getItem(KEY) ?? '{}');
      return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
    } catch {
      return {};
    }
  }
}
