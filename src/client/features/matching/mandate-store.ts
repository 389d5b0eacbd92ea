import { makeAutoObservable, observableRef } from 'mobx';
import { BINDINGS } from '#schemas/bindings.ts';
import { addOwnRecord } from '#schemas/generated/api/profile.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

export type DraftValues = Readonly<Record<string, unknown>>;

/** What projects are ranked for: a mandate that is kept, or one that is not; neither is what the user follows. */
export interface Wanted {
  readonly mandate?: string | undefined;
  readonly draft?: DraftValues | undefined;
}

interface SavedMandate {
  readonly id: string;
  readonly name: string;
}

/** What the address says of a mandate that is not kept. */
export const DRAFT = 'draft';
const PAGE = 20;
const OBJECT = BINDINGS.mandate.object;

/** The mandates of an investor, and one that is used once and kept nowhere. */
export class MandateStore {
  readonly saved: Loadable<readonly SavedMandate[]>;
  draft: DraftValues | undefined;
  /** Is the user being asked for a draft? */
  isAsking: boolean;
  readonly #api: Api;

  /** `isAsking`: the address names a draft, which is gone when the page is opened again. */
  constructor(api: Api, isAsking = false) {
    this.#api = api;
    this.isAsking = isAsking;
    this.saved = new Loadable(async () => {
      const { layout, list } = await api.call(listRecords, { body: { objectApiName: OBJECT, pageSize: PAGE } });
      const nameOf = (row: (typeof list)[number]) => String(row[layout?.nameField ?? ''] ?? `#${row.id}`);
      // Two of one name differ by a number.
      return list.map((row, at) => {
        const name = nameOf(row);
        const before = list.slice(0, at).filter((other) => nameOf(other) === name).length;
        return { id: row.id, name: before === 0 ? name : `${name}（${before + 1}）` };
      });
    });
    makeAutoObservable(this, { saved: false, draft: observableRef });
  }

  load = (): Promise<void> => this.saved.load();

  ask = (): void => {
    this.isAsking = true;
  };

  close = (): void => {
    this.isAsking = false;
  };

  use = (draft: DraftValues): void => {
    this.draft = draft;
  };

  /** Keeps what was asked for under its name; resolves to its id. The same key twice keeps one. */
  save = async (values: DraftValues, clientKey: string): Promise<string> => {
    const { record } = await this.#api.call(addOwnRecord, {
      params: { kind: 'mandate' },
      body: { clientKey, values },
    });
    void this.load();
    return record.id;
  };

  /** What an address asks for. */
  wantedOf(chosen: string | undefined): Wanted {
    if (chosen === DRAFT) return { draft: this.draft };
    return { mandate: chosen };
  }

  /** What is chosen, in words. */
  labelOf(chosen: string | undefined): string {
    if (chosen === undefined || (chosen === DRAFT && !this.draft)) return '默认偏好';
    if (chosen === DRAFT) return '临时条件';
    return this.saved.value?.find(({ id }) => id === chosen)?.name ?? '已保存的需求';
  }
}
