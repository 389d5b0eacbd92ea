import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { countNoticeReach, sendStaffNotice } from '#schemas/generated/api/notices.ts';
import type { Api } from '#client/lib/api.ts';
import { newKey } from '#client/lib/new-key.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { plainForm } from '#client/ui/schema-form/plain-form.ts';
import { NOTICE_FIELDS, NOTICE_RULES, noticeOf, type WrittenNotice } from './notice-form.ts';

/** One notice that is being written, and the question before it goes to many. */
export class SendStore {
  readonly form: FormStore;
  /** What is written and how many it would go to: there while that is asked before it goes out. */
  asked: { readonly notice: WrittenNotice; readonly people: number } | undefined;
  /** Names this notice, so that a press too many sends nothing more. */
  readonly #key = newKey();
  readonly #api: Api;

  /** @param today the day in Asia/Shanghai, YYYY-MM-DD. */
  constructor(api: Api, today: string) {
    this.#api = api;
    this.form = new FormStore({ ...plainForm('通知', NOTICE_FIELDS, NOTICE_RULES), today });
    makeAutoObservable(this, { form: false, asked: observableRef });
  }

  /** Sends it to one user; for many it first asks how many they are. True when it is sent. */
  next = async (values: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const notice = noticeOf(values);
    if (this.asked || notice.audience === 'one') {
      await this.#api.call(sendStaffNotice, { body: { ...notice, key: this.#key } });
      return true;
    }
    const { people } = await this.#api.call(countNoticeReach, { body: { kinds: notice.kinds ?? [] } });
    runInAction(() => (this.asked = { notice, people }));
    return false;
  };

  /** Back to writing. */
  back = (): void => {
    this.asked = undefined;
  };
}
