import { makeAutoObservable } from 'mobx';
import type { Focus } from '#schemas/api/profile.ts';
import { readFocus, saveFocus } from '#schemas/generated/api/profile.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** The record of what a user follows, which its own form edits. */
export class FocusStore {
  readonly focus: Loadable<Focus, [isNew?: boolean]>;

  constructor(api: Api) {
    this.focus = new Loadable((_signal, isNew) => (isNew ? api.call(saveFocus, { body: {} }) : api.call(readFocus)));
    makeAutoObservable(this, { focus: false });
  }

  load = (): Promise<void> => this.focus.load();

  /** Makes the record where there is none, empty. */
  begin = async (): Promise<void> => {
    if (!this.focus.isLoading) await this.focus.load(true);
  };
}
