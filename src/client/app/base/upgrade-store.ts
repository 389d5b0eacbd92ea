import { makeAutoObservable } from 'mobx';
import { FAILURES } from '#shared/errors.ts';

/** Whether the upgrade dialog is open, and what it says. */
export class UpgradeStore {
  message: string | undefined;

  constructor() {
    makeAutoObservable(this);
  }

  /** Opens the dialog with the server's message, or the usual one. */
  open(message: string = FAILURES.VIP_REQUIRED.message): void {
    this.message = message;
  }

  close = (): void => {
    this.message = undefined;
  };
}
