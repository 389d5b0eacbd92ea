import { makeAutoObservable } from 'mobx';

/** What is said beside the words. */
export interface ToastMore {
  /** It did not come about. */
  readonly isFailure?: boolean;
  /** Takes back what has just been done. */
  readonly onUndo?: (() => void) | undefined;
}

/** Words on what has just been done: the last ones are shown. */
export class ToastStore {
  word: (ToastMore & { readonly text: string }) | undefined;

  constructor() {
    makeAutoObservable(this);
  }

  say = (text: string, more: ToastMore = {}): void => {
    this.word = { text, ...more };
  };

  clear = (): void => {
    this.word = undefined;
  };
}
