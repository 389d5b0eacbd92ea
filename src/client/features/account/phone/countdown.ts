import { makeAutoObservable } from 'mobx';
import type { Clock } from '#client/lib/clock.ts';

const SECOND = 1000;

/** Seconds until something may be done again; 0 when it may. A tab that slept shows the right number when it wakes. */
export class Countdown {
  seconds = 0;
  readonly #clock: Clock;
  #until = 0;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    makeAutoObservable(this);
  }

  start(seconds: number): void {
    this.stop();
    this.#until = this.#clock.now() + seconds * SECOND;
    this.tick();
  }

  stop(): void {
    this.#cancel();
    this.seconds = 0;
  }

  tick = (): void => {
    this.seconds = Math.max(0, Math.ceil((this.#until - this.#clock.now()) / SECOND));
    if (this.seconds > 0) this.#cancel = this.#clock.after(SECOND, this.tick);
  };
}
