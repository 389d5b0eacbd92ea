import { makeAutoObservable } from 'mobx';

/** One sentence that outlives the screen on which it came about. */
export class ToastStore {
  text: string | undefined;

  constructor() {
    makeAutoObservable(this);
  }

  say = (text: string): void => {
    this.text = text;
  };

  clear = (): void => {
    this.text = undefined;
  };
}
