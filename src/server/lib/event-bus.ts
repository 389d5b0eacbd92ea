import type { PushedEvent } from '#schemas/api/events.ts';

type Receive = (event: PushedEvent) => void;

/** Hints inside one process; whoever is subscribed hears each once. */
export class EventBus {
  readonly #receivers = new Set<Receive>();

  publish(event: PushedEvent): void {
    for (const receive of this.#receivers) receive(event);
  }

  /** Returns the way to stop. */
  subscribe(receive: Receive): () => void {
    this.#receivers.add(receive);
    return () => this.#receivers.delete(receive);
  }

  get size(): number {
    return this.#receivers.size;
  }
}
