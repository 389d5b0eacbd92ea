import { makeAutoObservable, observableRef } from 'mobx';
import type { Clock } from '#client/lib/clock.ts';

/** Presses of the toggle that follow sooner, in milliseconds, do nothing (SPEC §9). */
const TOGGLE_MS = 800;

/** With whom the room is to open, and what is to be done there at once. */
export interface PendingIntent {
  readonly uid: string;
  /** The company whose tab goes along. */
  readonly ccid?: string | undefined;
  /** The founder wants to deliver a business plan. */
  readonly isDelivery?: boolean;
}

/** Whether the chat room is open. Known from the first moment on, while the room itself is loaded when it first opens. */
export class ChatLauncher {
  isOpen = false;
  /** Kept until the room has taken it. */
  pendingIntent: PendingIntent | undefined;
  #pressed = Number.NEGATIVE_INFINITY;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    makeAutoObservable(this, { pendingIntent: observableRef });
  }

  /** The press on the toggle: opens the room or closes it. */
  toggle = (): void => {
    const now = this.#clock.now();
    if (now - this.#pressed < TOGGLE_MS) return;
    this.#pressed = now;
    this.isOpen = !this.isOpen;
  };

  /** Opens the room with a user, whatever it shows now. */
  openWith = (pendingIntent: PendingIntent): void => {
    this.pendingIntent = pendingIntent;
    this.isOpen = true;
  };

  /** Gives the intent and forgets it. */
  takePendingIntent(): PendingIntent | undefined {
    const { pendingIntent } = this;
    this.pendingIntent = undefined;
    return pendingIntent;
  }

  close = (): void => {
    this.isOpen = false;
    this.pendingIntent = undefined;
  };
}
