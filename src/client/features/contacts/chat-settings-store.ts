import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ChatSettings } from '#schemas/api/chat-settings.ts';
import { readChatSettings, saveChatSettings } from '#schemas/generated/api/chat-settings.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** What one set for all conversations, while it is edited; switches hold at once, the text when it is saved. */
export class ChatSettingsStore {
  settings: ChatSettings | undefined;
  failure: ApiFailure | undefined;
  /** The automatic reply as typed. */
  typed = '';
  isSaving = false;
  /** Why the last save was refused, in words. */
  problem: string | undefined;
  /** What was last saved, in words. */
  saved = '';
  readonly #api: Api;
  readonly #unreadChanged: () => void;

  /** @param unreadChanged what is unread in all is to be asked again. */
  constructor(api: Api, unreadChanged: () => void) {
    this.#api = api;
    this.#unreadChanged = unreadChanged;
    makeAutoObservable(this, { settings: observableRef, failure: observableRef });
  }

  get hasChanged(): boolean {
    return this.typed.trim() !== (this.settings?.autoReplyText ?? '');
  }

  load = async (): Promise<void> => {
    this.failure = undefined;
    try {
      const settings = await this.#api.call(readChatSettings);
      runInAction(() => {
        this.settings = settings;
        this.typed = settings.autoReplyText;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  };

  type = (text: string): void => {
    this.typed = text;
    this.problem = undefined;
    this.saved = '';
  };

  saveText = (): Promise<void> => this.#save({ autoReplyText: this.typed.trim() }, '自动回复已保存');

  /** What is typed is saved along, so that no user is answered by an older text. */
  switchReply = (isOn: boolean): Promise<void> =>
    this.#save(
      { autoReply: isOn, ...(isOn && { autoReplyText: this.typed.trim() }) },
      isOn ? '已开启自动回复' : '已关闭自动回复',
    );

  switchQuiet = async (isOn: boolean): Promise<void> => {
    await this.#save({ disturb: isOn }, isOn ? '已开启免打扰' : '已关闭免打扰');
    this.#unreadChanged();
  };

  async #save(change: BodyOf<typeof saveChatSettings>, words: string): Promise<void> {
    if (this.isSaving) return;
    this.isSaving = true;
    this.problem = undefined;
    this.saved = '';
    try {
      const settings = await this.#api.call(saveChatSettings, { body: change });
      runInAction(() => {
        this.settings = settings;
        if (change.autoReplyText !== undefined) this.typed = settings.autoReplyText;
        this.saved = words;
      });
    } catch (thrown) {
      const { problems, message } = asFailure(thrown);
      runInAction(() => (this.problem = problems[0]?.message ?? message));
    } finally {
      runInAction(() => (this.isSaving = false));
    }
  }
}
