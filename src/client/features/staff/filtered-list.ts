import { makeAutoObservable, observableRef } from 'mobx';
import { type Page, PagedList } from '#client/lib/paged-list.ts';

/** A list of the staff desk; `Filter` is what it is narrowed to. */
export class FilteredList<Entry, Filter extends object> {
  filter: Filter | undefined;
  readonly pages: PagedList<Entry>;

  constructor(ask: (filter: Filter & { after?: string }) => Promise<Page<Entry>>) {
    this.pages = new PagedList((after) => ask({ ...(this.filter as Filter), ...(after !== undefined && { after }) }));
    makeAutoObservable(this, { filter: observableRef, pages: false }, { autoBind: true });
  }

  /** Reads the first page of another filter, or of the same again. */
  async show(filter: Filter): Promise<void> {
    this.filter = filter;
    this.pages.clear();
    await this.pages.load();
  }

  async again(): Promise<void> {
    if (this.filter) await this.show(this.filter);
  }
}
