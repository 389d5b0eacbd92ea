import { makeAutoObservable } from 'mobx';
import type { KeyDays } from '#schemas/api/api-keys.ts';
import { ASSISTANT, FOLLOW, READ_ALL, readScope } from '#shared/policy/api-scopes.ts';
import type { WantedKey } from './keys-store.ts';

/** What is being typed of a new key. */
export class NewKeyDraft {
  name = '';
  /** Objects that it reads; all of them while none is chosen. */
  objects: readonly string[] = [];
  isFollowing = true;
  isAssistant = false;
  days: KeyDays = 90;
  addresses = '';

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get isReady(): boolean {
    return this.name.trim() !== '';
  }

  get wanted(): WantedKey {
    const reads = this.objects.length > 0 ? this.objects.map(readScope) : [READ_ALL];
    return {
      name: this.name.trim(),
      scopes: [...reads, ...(this.isFollowing ? [FOLLOW] : []), ...(this.isAssistant ? [ASSISTANT] : [])],
      addresses: this.addresses.split(/[\s,，、;；]+/).filter(Boolean),
      days: this.days,
    };
  }

  type(name: string): void {
    this.name = name;
  }

  typeAddresses(addresses: string): void {
    this.addresses = addresses;
  }

  choose(objects: readonly string[]): void {
    this.objects = objects;
  }

  chooseDays(days: KeyDays): void {
    this.days = days;
  }

  follow(isFollowing: boolean): void {
    this.isFollowing = isFollowing;
  }

  assist(isAssistant: boolean): void {
    this.isAssistant = isAssistant;
  }
}
