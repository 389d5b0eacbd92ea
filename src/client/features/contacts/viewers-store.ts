import { observable } from 'mobx';
import type { ContactView } from '#schemas/api/contact-views.ts';
import { contactViewed, contactViewers } from '#schemas/generated/api/contact-views.ts';
import type { OpenedContact } from '#schemas/api/contacts.ts';
import { dealContact } from '#schemas/generated/api/contacts.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** Users who saw the user's contact, or whose contact the user saw. */
export type ViewSide = 'viewers' | 'viewed';

/** Views of contacts on either side; what was seen before is opened again from here. */
export class ViewersStore {
  readonly viewers: PagedList<ContactView>;
  readonly viewed: PagedList<ContactView>;
  /** Contacts that were opened again, by uid. */
  readonly opened = observable.map<string, OpenedContact>({}, { deep: false });
  readonly opening = new Mutation();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    const query = (after: string | undefined) => ({ query: after === undefined ? {} : { after } });
    this.viewers = new PagedList((after) => api.call(contactViewers, query(after)));
    this.viewed = new PagedList((after) => api.call(contactViewed, query(after)));
  }

  /** Opens a contact once more: what was bought is free for ever, what was seen today until midnight. */
  reopen = async (uid: string): Promise<void> => {
    await this.opening.run(
      () => this.#api.call(dealContact, { body: { uid } }),
      (contact) => this.opened.set(uid, contact),
      uid,
    );
  };

  /** Why a contact was not opened again. */
  refusalOf(uid: string): string | undefined {
    const failure = this.opening.failureOf(uid);
    return failure?.code === FAILURES.ALLOWANCE_USED.code
      ? `${failure.message}，可在详情页用鲸币查看`
      : failure?.message;
  }
}
