type KeptText = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'jingtu.list.boards';

/** Which lists were last shown as a board in this browser, by object. */
export class BoardChoices {
  readonly #storage: KeptText | undefined;

  /** Without a storage nothing is remembered. */
  constructor(storage?: KeptText) {
    this.#storage = storage;
  }

  isBoard(objectApiName: string): boolean {
    return this.#kept().includes(objectApiName);
  }

  keep(objectApiName: string, isBoard: boolean): void {
    const others = this.#kept().filter((each) => each !== objectApiName);
    try {
      this.#storage?.setItem(KEY, JSON.stringify(isBoard ? [...others, objectApiName] : others));
    } catch {
      // A full or closed storage costs the choice, nothing else.
    }
  }

  #kept(): string[] {
    try {
      const kept: unknown = JSON.parse(this.#storage?.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
    } catch {
      return [];
    }
  }
}
