import { makeAutoObservable } from 'mobx';
import {
  leaveServiceMessage,
  MAX_SERVICE_TEXT,
  MIN_SERVICE_TEXT,
  readServiceDesk,
} from '#schemas/generated/api/service-desk.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** Whether customer service is here, and the message that a user leaves. */
export class ServiceMessageStore {
  readonly desk: Loadable<{ readonly online: boolean }>;
  readonly leaving = new Mutation();
  text = '';
  isTried = false;
  isLeft = false;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.desk = new Loadable(() => api.call(readServiceDesk));
    makeAutoObservable(this, { desk: false, leaving: false }, { autoBind: true });
  }

  /** No staff are here, as far as is known: where that could not be asked, nothing is said of it. */
  get isAway(): boolean {
    return this.desk.value?.online === false;
  }

  /** What is wrong with the message, once it was tried. */
  get problem(): string | undefined {
    if (!this.isTried) return undefined;
    const { length } = [...this.text.trim()];
    if (length < MIN_SERVICE_TEXT || length > MAX_SERVICE_TEXT)
      return `长度在 ${MIN_SERVICE_TEXT} 到 ${MAX_SERVICE_TEXT} 个字符`;
    return this.leaving.failure?.message;
  }

  write(text: string): void {
    this.text = text;
    this.isTried = false;
    this.leaving.clear();
  }

  async leave(): Promise<void> {
    this.isTried = true;
    if (this.problem !== undefined && !this.leaving.failure) return;
    const content = this.text.trim();
    const call = () => this.#api.call(leaveServiceMessage, { body: { content } });
    await this.leaving.run(call, () => {
      this.isLeft = true;
    });
  }
}
