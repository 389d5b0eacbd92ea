import { makeAutoObservable, observable } from 'mobx';

const KEY = 'jingtu.menu.groups';

/** Which groups of the navigation are open: as the user left them in this browser, and the one with the present page. */
export class MenuStore {
  readonly #chosen = observable.map<string, boolean>();
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** The group of the present page, which opens when the user comes to it. */
  #present: string | undefined;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    for (const [group, isOpen] of keptIn(storage)) this.#chosen.set(group, isOpen);
    makeAutoObservable(this, { isOpen: false }, { autoBind: true });
  }

  isOpen(group: string, atFirst: boolean): boolean {
    return this.#chosen.get(group) ?? atFirst;
  }

  /** The user is on a page of this group; undefined for a page of none. */
  arrive(group: string | undefined): void {
    if (group === this.#present) return;
    this.#present = group;
    if (group !== undefined) this.#keep(group, true);
  }

  toggle(group: string, atFirst: boolean): void {
    this.#keep(group, !this.isOpen(group, atFirst));
  }

  #keep(group: string, isOpen: boolean): void {
    this.#chosen.set(group, isOpen);
    this.#storage.setItem(KEY, JSON.stringify(Object.fromEntries(this.#chosen)));
  }
}

/** What this browser keeps; nothing where it is unreadable. */
function keptIn(storage: Pick<Storage, 'getItem'>): [string, boolean][] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return Object.entries(Object(kept)).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean');
  } catch {
    return [];
  }
}
