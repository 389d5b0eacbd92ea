import { makeAutoObservable, runInAction } from 'mobx';
import type { Conversation } from '#schemas/api/jingchat.ts';
import {
  listConversations,
  MAX_TITLE,
  removeConversation,
  renameConversation,
  restoreConversation,
} from '#schemas/generated/api/jingchat.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** The conversations of the user, the latest first. */
export class ConversationsStore {
  readonly list: Loadable<readonly Conversation[]>;
  readonly change = new Mutation();
  /** The one removed last, which can be restored. */
  removed: Conversation | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.list = new Loadable(async () => (await api.call(listConversations)).list);
    makeAutoObservable(this, { list: false, change: false }, { autoBind: true });
  }

  /** Puts a conversation at the top: it was asked in. */
  put(conversation: Conversation): void {
    this.list.set([conversation, ...this.#others(conversation)]);
  }

  /** What is wrong with a title; undefined for one that will do. */
  problemOf(title: string): string | undefined {
    const { length } = [...title.trim()];
    if (length === 0) return '请输入名称';
    return length > MAX_TITLE ? `名称最多 ${MAX_TITLE} 个字` : undefined;
  }

  /** @throws ApiFailure */
  async rename({ id }: Conversation, title: string): Promise<Conversation> {
    const renamed = await this.#api.call(renameConversation, { params: { id }, body: { title: title.trim() } });
    runInAction(() => this.list.set(this.list.value?.map((one) => (one.id === id ? renamed : one))));
    return renamed;
  }

  async remove(conversation: Conversation): Promise<boolean> {
    const { id } = conversation;
    return this.change.run(
      () => this.#api.call(removeConversation, { params: { id } }),
      () => {
        this.removed = conversation;
        this.list.set(this.#others(conversation));
      },
    );
  }

  /** Takes the last removal back. */
  async restore(): Promise<void> {
    const { removed } = this;
    if (!removed) return;
    await this.change.run(
      () => this.#api.call(restoreConversation, { params: { id: removed.id } }),
      (restored) => {
        this.removed = undefined;
        const all = [...this.#others(restored), restored];
        this.list.set(all.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt)));
      },
    );
  }

  /** The removal is no longer offered to be taken back. */
  letGo(): void {
    runInAction(() => (this.removed = undefined));
  }

  #others({ id }: Conversation): readonly Conversation[] {
    return this.list.value?.filter((one) => one.id !== id) ?? [];
  }
}
