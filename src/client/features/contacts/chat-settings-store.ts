import { makeAutoObservable } from 'mobx';
import type { ChatSettings } from '#schemas/api/chat-settings.ts';
import { readChatSettings, saveChatSettings } from '#schemas/generated/api/chat-settings.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** What one set for all conversations, while it is edited; switches hold at once, the text when it is saved. */
export class ChatSettingsStore {
  readonly #current: Loadable<ChatSettings>;
  readonly #saving = new Mutation();
  /** The automatic reply as typed. */
  typed = '';
  /** What was last saved, in words. */
  saved = '';
  readonly #api: Api;
  readonly #unreadChanged: () => void;

  /** @param unreadChanged what is unread in all is to be asked again. */
  constructor(api: Api, unreadChanged: () => void) {
    this.#api = api;
    this.#unreadChanged = unreadChanged;
    this.#current = new Loadable(
      () => api.call(readChatSettings),
      ({ autoReplyText }) => (this.typed = autoReplyText),
    );
    makeAutoObservable(this);
  }

  get settings(): ChatSettings | undefined {
    return this.#current.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#current.failure;
  }

  get isSaving(): boolean {
    return this.#saving.isBusy;
  }

  /** Why the last save was refused. */
  get problem(): string | undefined {
    const { failure } = this.#saving;
    return failure?.problems[0]?.message ?? failure?.message;
  }

  get hasChanged(): boolean {
    return this.typed.trim() !== (this.settings?.autoReplyText ?? '');
  }

  load = (): Promise<void> => this.#current.load();

  type = (text: string): void => {
    this.typed = text;
    this.#saving.clear();
    this.saved = '';
  };

  saveText = (): Promise<void> => this.#save({ autoReplyText: this.typed.trim() }, '自动回复已保存');

  /** What is typed is saved along, so that no user is answered by an older text. */
  switchReply = (isOn: boolean): Promise<void> =>
    this.#save(
      { autoReply: isOn, ...(isOn && { autoReplyText: this.typed.trim() }) },
      isOn ? '已开启自动回复' : '已关闭自动回复',
    );

  switchDoNotDisturb = async (isOn: boolean): Promise<void> => {
    await this.#save({ disturb: isOn }, isOn ? '已开启免打扰' : '已关闭免打扰');
    this.#unreadChanged();
  };

  async #save(change: BodyOf<typeof saveChatSettings>, words: string): Promise<void> {
    if (this.isSaving) return;
    this.saved = '';
    await this.#saving.run(
      () => this.#api.call(saveChatSettings, { body: change }),
      (settings) => {
        this.#current.set(settings);
        if (change.autoReplyText !== undefined) this.typed = settings.autoReplyText;
        this.saved = words;
      },
    );
  }
}
