import { makeAutoObservable, observableRef } from 'mobx';
import type { Clock } from '#client/lib/clock.ts';

/** Presses of the toggle that follow sooner, in milliseconds, do nothing (SPEC §9). */
const TOGGLE_MS = 800;

/** With whom the room is to open, and what is to be done there at once. */
export interface ChatWish {
  readonly uid: string;
  /** The company whose tab goes along. */
  readonly ccid?: string | undefined;
  /** The founder wants to deliver a business plan. */
  readonly isDelivery?: boolean;
}

/** Whether the chat room is open. Known from the first moment on, while the room itself is loaded when it first opens. */
export class ChatDoor {
  isOpen = false;
  /** Stands until the room has taken it. */
  wish: ChatWish | undefined;
  #pressed = Number.NEGATIVE_INFINITY;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    makeAutoObservable(this, { wish: observableRef });
  }

  /** The press on the toggle: opens the room or closes it. */
  toggle = (): void => {
    const now = this.#clock.now();
    if (now - this.#pressed < TOGGLE_MS) return;
    this.#pressed = now;
    this.isOpen = !this.isOpen;
  };

  /** Opens the room with somebody, whatever it shows now. */
  openWith = (wish: ChatWish): void => {
    this.wish = wish;
    this.isOpen = true;
  };

  /** Gives the wish away. */
  takeWish(): ChatWish | undefined {
    const { wish } = this;
    this.wish = undefined;
    return wish;
  }

  close = (): void => {
    this.isOpen = false;
    this.wish = undefined;
  };
}
