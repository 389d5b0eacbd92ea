import { makeAutoObservable, observableShallow, runInAction } from 'mobx';
import type { ContactView } from '#schemas/api/contact-views.ts';
import { contactViewed, contactViewers } from '#schemas/generated/api/contact-views.ts';
import type { OpenedContact } from '#schemas/api/contacts.ts';
import { dealContact } from '#schemas/generated/api/contacts.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** Users who saw the user's contact, or whose contact the user saw. */
export type ViewSide = 'viewers' | 'viewed';

/** Views of contacts on either side; what was seen before is opened again from here. */
export class ViewersStore {
  readonly viewers: PagedList<ContactView>;
  readonly viewed: PagedList<ContactView>;
  /** Contacts that were opened again, by uid, or why not. */
  readonly opened = new Map<string, OpenedContact>();
  readonly refusals = new Map<string, string>();
  readonly busy = new Set<string>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    const query = (after: string | undefined) => ({ query: after === undefined ? {} : { after } });
    this.viewers = new PagedList((after) => api.call(contactViewers, query(after)));
    this.viewed = new PagedList((after) => api.call(contactViewed, query(after)));
    makeAutoObservable(this, {
      viewers: false,
      viewed: false,
      opened: observableShallow,
      refusals: observableShallow,
      busy: observableShallow,
    });
  }

  /** Opens a contact once more: what was bought is free for ever, what was seen today until midnight. */
  reopen = async (uid: string): Promise<void> => {
    if (this.busy.has(uid)) return;
    this.busy.add(uid);
    this.refusals.delete(uid);
    try {
      const contact = await this.#api.call(dealContact, { body: { uid } });
      runInAction(() => this.opened.set(uid, contact));
    } catch (thrown) {
      const { code, message } = asFailure(thrown);
      const words = code === FAILURES.ALLOWANCE_USED.code ? `${message}，可在详情页用鲸币查看` : message;
      runInAction(() => this.refusals.set(uid, words));
    } finally {
      runInAction(() => this.busy.delete(uid));
    }
  };
}
