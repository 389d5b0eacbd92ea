import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { RecordParty, WhiteListEntry } from '#schemas/api/contact-staff.ts';
import { changeRecordParty, changeWhiteList, recordParties, whiteList } from '#schemas/generated/api/contact-staff.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** A record whose contacts staff look at. */
export interface PartyRecord {
  readonly objectApiName: string;
  readonly id: string;
}

/** The white list, and the contacts that staff give records. */
export class WhiteListStore {
  readonly entries: PagedList<WhiteListEntry>;
  /** The record that is looked at, and its contacts; undefined until they are read. */
  record: PartyRecord | undefined;
  parties: readonly RecordParty[] | undefined;
  isBusy = false;
  refusal: string | undefined;
  done = '';
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.entries = new PagedList((after) => api.call(whiteList, { query: after === undefined ? {} : { after } }));
    makeAutoObservable(this, { entries: false, record: observableRef, parties: observableRef });
  }

  /** Rejects with the failure where it is refused. */
  list = (account: string, listed: boolean, reason: string): Promise<void> =>
    this.#do(listed ? '已加入白名单' : '已移出白名单', async () => {
      await this.#api.call(changeWhiteList, { body: { account, listed, reason } });
      await this.entries.load();
    });

  look = async (record: PartyRecord): Promise<void> => {
    const read = async () => {
      const query = { objectApiName: record.objectApiName, id: record.id };
      const parties = await this.#api.call(recordParties, { query });
      runInAction(() => {
        this.record = record;
        this.parties = parties;
      });
    };
    await this.#do('', read).catch((thrown) => runInAction(() => (this.refusal = asFailure(thrown).message)));
  };

  /** Rejects with the failure where it is refused. */
  link = async (account: string, linked: boolean, reason: string): Promise<void> => {
    const { record } = this;
    if (!record) return;
    await this.#do(linked ? '已设为联系人' : '已取消联系人', async () => {
      const body = { objectApiName: record.objectApiName, id: record.id, account, linked, reason };
      const parties = await this.#api.call(changeRecordParty, { body });
      runInAction(() => (this.parties = parties));
    });
  };

  clear = (): void => {
    this.refusal = undefined;
    this.done = '';
  };

  async #do(words: string, work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.clear();
    this.isBusy = true;
    try {
      await work();
      runInAction(() => (this.done = words));
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }
}
