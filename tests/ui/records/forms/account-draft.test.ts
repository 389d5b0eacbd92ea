import { beforeEach, describe, expect, it } from 'vitest';
import { FAILURES } from '#shared/errors.ts';
import { AccountDraft } from '#client/features/records/forms/account-draft.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import type { Api } from '#client/lib/api.ts';

interface Sent {
  readonly values: Record<string, unknown> | null;
  readonly company: string;
  readonly seen?: string | null;
}

/** Keeps drafts as the server does: what is sent waits until the test answers. */
class Server {
  readonly sent: Sent[] = [];
  draft = {
    values: null as Record<string, unknown> | null,
    savedAt: null as string | null,
    company: '7',
    companyName: '星河',
  };
  readonly #waiting: ((answer: () => unknown) => void)[] = [];
  readonly api = {
    call: (route: { readonly method: string }, input: { readonly body?: Sent }) => {
      if (route.method === 'GET') return Promise.resolve(this.draft);
      this.sent.push(input.body as Sent);
      const answered = new Promise<() => unknown>((resolve) => this.#waiting.push(resolve));
      return answered.then((answer) => answer());
    },
  } as unknown as Api;

  async answer(answer: () => unknown): Promise<void> {
    this.#waiting.shift()?.(answer);
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  }
  kept = (savedAt: string, company = '7') => this.answer(() => ({ savedAt, company }));
}

const conflict = () => {
  throw new ApiFailure(FAILURES.CONFLICT.code, 409, '这份草稿已在其他设备或窗口中更新', { company: '7' });
};
let server: Server;
let draft: AccountDraft;
beforeEach(async () => {
  server = new Server();
  draft = new AccountDraft(server.api, { objectApiName: 'FinancingRequest', companyField: 'company' });
  await draft.opened.load('7');
});

describe('The draft of an account', () => {
  it('begins with the company that it is about, and is sent with it', async () => {
    expect(draft.defaults).toEqual({ company: { id: '7', name: '星河' } });
    draft.keep({ title: { after: '写到一半' } });
    expect(server.sent).toEqual([
      {
        objectApiName: 'FinancingRequest',
        company: '7',
        values: { company: { id: '7', name: '星河' }, title: '写到一半' },
        seen: null,
      },
    ]);
    await server.kept('2026-11-21T04:00:00.000Z');
    expect(draft).toMatchObject({ savedAt: '2026-11-21T04:00:00.000Z', isSending: false, failure: undefined });
  });

  it('sends one change at a time, and then the last of those typed meanwhile', async () => {
    for (const title of ['一', '一二', '一二三']) draft.keep({ title: { after: title } });
    await server.kept('2026-11-21T04:00:00.000Z');
    await server.kept('2026-11-21T04:00:01.000Z');
    expect(server.sent.map(({ values, seen }) => [values?.['title'], seen])).toEqual([
      ['一', null],
      ['一二三', '2026-11-21T04:00:00.000Z'],
    ]);
  });

  it('tries what was not kept again with the next change', async () => {
    draft.keep({ title: { after: '断网时' } });
    await server.answer(() => {
      throw new ApiFailure(-1, 0, '服务暂不可用，请稍后重试');
    });
    expect(draft.failure?.message).toBe('服务暂不可用，请稍后重试');
    draft.keep({ title: { after: '断网后' } });
    await server.kept('2026-11-21T04:00:00.000Z');
    expect(draft.failure).toBeUndefined();
    expect(server.sent).toHaveLength(2);
  });

  it('that was kept elsewhere is not written over until the user says so', async () => {
    draft.keep({ title: { after: '本页' } });
    await server.answer(conflict);
    draft.keep({ title: { after: '本页的后续' } });
    expect([draft.isBehind, server.sent.length]).toEqual([true, 1]);
    draft.overwrite();
    expect(server.sent.at(-1)).toMatchObject({ values: { title: '本页的后续' } });
    expect(server.sent.at(-1)).not.toHaveProperty('seen');
  });

  it('that was kept elsewhere is taken over where the user prefers it', async () => {
    draft.keep({ title: { after: '本页' } });
    await server.answer(conflict);
    server.draft = { ...server.draft, values: { title: '手机上的' }, savedAt: '2026-11-21T05:00:00.000Z' };
    await draft.reload();
    expect(draft).toMatchObject({
      isBehind: false,
      values: { title: '手机上的' },
      savedAt: '2026-11-21T05:00:00.000Z',
    });
    expect(draft.read()).toMatchObject({ changes: { title: { after: '手机上的' } } });
  });

  it('is forgotten after what is still on its way when it is handed in', async () => {
    draft.keep({ title: { after: '即将提交' } });
    draft.drop();
    await server.kept('2026-11-21T04:00:00.000Z');
    expect(server.sent.at(-1)).toEqual({ objectApiName: 'FinancingRequest', company: '7', values: null });
  });
});
