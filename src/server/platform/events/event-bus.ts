import type { PushedEvent } from '#schemas/api/events.ts';

type Receive = (event: PushedEvent) => void;

/**
 * Hints inside one process: to everybody, to staff, or to one person on whatever screens are open. Each receiver gets
 * each once.
 */
export class EventBus {
  readonly #receivers = new Set<Receive>();
  readonly #ofStaff = new Set<Receive>();
  readonly #ofPeople = new Map<string, Set<Receive>>();

  publish(event: PushedEvent): void {
    for (const receive of this.#receivers) receive(event);
  }

  publishToStaff(event: PushedEvent): void {
    for (const receive of this.#ofStaff) receive(event);
  }

  /** To one person alone. */
  publishTo(uid: string, event: PushedEvent): void {
    for (const receive of this.#ofPeople.get(uid) ?? []) receive(event);
  }

  /** To each listening user, an event of their own. */
  publishToEach(eventFor: (uid: string) => PushedEvent): void {
    for (const uid of this.#ofPeople.keys()) this.publishTo(uid, eventFor(uid));
  }

  /** Subscribes to what is for all users and for this one. Returns a function that unsubscribes. */
  subscribe(receive: Receive, uid: string | null = null, isStaff = false): () => void {
    this.#receivers.add(receive);
    if (isStaff) this.#ofStaff.add(receive);
    if (uid !== null) {
      const own = this.#ofPeople.get(uid) ?? new Set();
      this.#ofPeople.set(uid, own.add(receive));
    }
    return () => {
      this.#receivers.delete(receive);
      this.#ofStaff.delete(receive);
      if (uid === null) return;
      const own = this.#ofPeople.get(uid);
      own?.delete(receive);
      if (own?.size === 0) this.#ofPeople.delete(uid);
    };
  }

  /** Whether this process has a listener for this user. */
  hears(uid: string): boolean {
    return this.#ofPeople.has(uid);
  }

  get size(): number {
    return this.#receivers.size;
  }
}
