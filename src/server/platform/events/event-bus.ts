import type { PushedEvent } from '#schemas/api/events.ts';
import { type Actor, isStaff } from '#shared/policy/actor.ts';
import type { RecordHint } from './record-hints.ts';

type Receive = (event: PushedEvent) => void;

/** What a user may hear of records that were written; undefined: nothing. */
export type HintFor = (actor: Actor, hint: RecordHint) => RecordHint | undefined;

/**
 * Hints inside one process: to everybody, to staff, or to one person on whatever screens are open. Each receiver gets
 * each once.
 */
export class EventBus {
  readonly #receivers = new Set<Receive>();
  readonly #actors = new Map<Receive, Actor>();
  readonly #hintFor: HintFor;
  readonly #ofPeople = new Map<string, Set<Receive>>();

  /** @param hintFor says what of a hint about records a user may hear. */
  constructor(hintFor: HintFor = () => undefined) {
    this.#hintFor = hintFor;
  }

  publish(event: PushedEvent): void {
    for (const receive of this.#receivers) receive(event);
  }

  publishToStaff(event: PushedEvent): void {
    for (const [receive, actor] of this.#actors) if (isStaff(actor)) receive(event);
  }

  /** To the screens of users who may read the records. */
  publishRecords(hints: readonly RecordHint[]): void {
    for (const hint of hints) {
      const events = new Map<RecordHint, PushedEvent>();
      for (const [receive, actor] of this.#actors) {
        const open = this.#hintFor(actor, hint);
        if (!open) continue;
        // The same event for all, so that it is written as text once.
        const event = events.get(open) ?? ({ type: 'records.changed', ...open } as PushedEvent);
        events.set(open, event);
        receive(event);
      }
    }
  }

  /** To one person alone. */
  publishTo(uid: string, event: PushedEvent): void {
    for (const receive of this.#ofPeople.get(uid) ?? []) receive(event);
  }

  /** To each listening user, an event of their own. */
  publishToEach(eventFor: (uid: string) => PushedEvent): void {
    for (const uid of this.#ofPeople.keys()) this.publishTo(uid, eventFor(uid));
  }

  /**
   * Subscribes to what is for all users and for this one; without `actor` not to what only some may hear. Returns a
   * function that unsubscribes.
   */
  subscribe(receive: Receive, uid: string | null = null, actor?: Actor): () => void {
    this.#receivers.add(receive);
    if (actor) this.#actors.set(receive, actor);
    if (uid !== null) {
      const own = this.#ofPeople.get(uid) ?? new Set();
      this.#ofPeople.set(uid, own.add(receive));
    }
    return () => {
      this.#receivers.delete(receive);
      this.#actors.delete(receive);
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
