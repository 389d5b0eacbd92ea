import { describe, expect, test } from 'vitest';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { PagedList } from '#client/lib/paged-list.ts';

const REFUSAL = new ApiFailure(1, 503, '服务暂不可用，请稍后重试');

/** A server whose answers the test gives, in the order that it likes. */
function asked<Value>() {
  const questions: { signal: AbortSignal; answer: (value: Value) => void; refuse: (thrown: unknown) => void }[] = [];
  const request = (signal: AbortSignal) =>
    new Promise<Value>((answer, refuse) => {
      questions.push({ signal, answer, refuse });
    });
  return { questions, request };
}

describe('what is loaded', () => {
  test('is idle, then loading, then ready', async () => {
    const { questions, request } = asked<string>();
    const loadable = new Loadable(request);
    expect([loadable.state, loadable.isLoading]).toEqual(['idle', false]);
    const loaded = loadable.load();
    expect([loadable.state, loadable.isLoading]).toEqual(['loading', true]);
    questions[0]?.answer('one');
    await loaded;
    expect([loadable.state, loadable.isLoading, loadable.value]).toEqual(['ready', false, 'one']);
  });

  test('is the answer to the latest request, however late an earlier one comes, which is aborted', async () => {
    const { questions, request } = asked<string>();
    const received: string[] = [];
    const loadable = new Loadable(request, (value) => received.push(value));
    const first = loadable.load();
    const second = loadable.load();
    expect(questions.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    questions[1]?.answer('second');
    await second;
    questions[0]?.answer('first');
    await first;
    expect([loadable.value, received, loadable.isLoading]).toEqual(['second', ['second'], false]);
  });

  test('does not fail because an earlier request did', async () => {
    const { questions, request } = asked<string>();
    const loadable = new Loadable(request);
    const first = loadable.load();
    const second = loadable.load();
    questions[0]?.refuse(REFUSAL);
    await first;
    expect([loadable.failure, loadable.isLoading]).toEqual([undefined, true]);
    questions[1]?.answer('second');
    await second;
    expect(loadable.state).toBe('ready');
  });

  test('fails with the words of the server, and a retry forgets them at once', async () => {
    const { questions, request } = asked<string>();
    const loadable = new Loadable(request);
    const first = loadable.load();
    questions[0]?.refuse(REFUSAL);
    await first;
    expect([loadable.state, loadable.failure]).toEqual(['failed', REFUSAL]);
    const retried = loadable.load();
    expect([loadable.state, loadable.failure]).toEqual(['loading', undefined]);
    questions[1]?.answer('again');
    await retried;
    expect(loadable.value).toBe('again');
  });

  test('stays while it is loaded again and when that fails', async () => {
    const { questions, request } = asked<string>();
    const loadable = new Loadable(request);
    const first = loadable.load();
    questions[0]?.answer('one');
    await first;
    const second = loadable.load();
    expect([loadable.state, loadable.value, loadable.isLoading]).toEqual(['ready', 'one', true]);
    questions[1]?.refuse(new Error('no words'));
    await second;
    expect([loadable.state, loadable.value, loadable.failure?.message]).toEqual(['failed', 'one', '未知错误']);
  });

  test('keeps its failure until the answer when it is only refreshed', async () => {
    const { questions, request } = asked<string>();
    const loadable = new Loadable(request);
    const first = loadable.load();
    questions[0]?.refuse(REFUSAL);
    await first;
    const refreshed = loadable.refresh();
    expect(loadable.failure).toBe(REFUSAL);
    questions[1]?.answer('one');
    await refreshed;
    expect([loadable.state, loadable.failure]).toEqual(['ready', undefined]);
  });

  test('takes no answer after the page was left', async () => {
    const { questions, request } = asked<string>();
    const loadable = new Loadable(request);
    const loaded = loadable.load();
    loadable.stop();
    expect([questions[0]?.signal.aborted, loadable.isLoading]).toEqual([true, false]);
    questions[0]?.answer('late');
    await loaded;
    expect([loadable.state, loadable.value]).toEqual(['idle', undefined]);
  });

  test('is forgotten with its failure when it is cleared', async () => {
    const loadable = new Loadable(async (_signal, value: string) => value);
    await loadable.load('one');
    loadable.clear();
    expect([loadable.state, loadable.value]).toEqual(['idle', undefined]);
  });
});

describe('a change', () => {
  test('is asked for once while it is under way, and says by which key', async () => {
    const { questions, request } = asked<string>();
    const mutation = new Mutation();
    const { signal } = new AbortController();
    const taken: string[] = [];
    const first = mutation.run(
      () => request(signal),
      (reply) => taken.push(reply),
      '7',
    );
    expect([mutation.isBusyWith('7'), mutation.isBusyWith('8')]).toEqual([true, false]);
    expect(await mutation.run(() => request(signal))).toBe(false);
    questions[0]?.answer('made');
    expect([await first, taken, questions.length, mutation.isBusy]).toEqual([true, ['made'], 1, false]);
  });

  test('that is refused says why until the next one begins', async () => {
    const mutation = new Mutation();
    expect(await mutation.run(() => Promise.reject(REFUSAL), undefined, '7')).toBe(false);
    expect([mutation.failure, mutation.isBusy]).toEqual([REFUSAL, false]);
    expect([mutation.failureOf('7'), mutation.failureOf('8')]).toEqual([REFUSAL, undefined]);
    expect(await mutation.run(async () => undefined)).toBe(true);
    expect(mutation.failure).toBeUndefined();
  });

  test('that the user gives up is neither made nor refused', async () => {
    const mutation = new Mutation();
    const taken: boolean[] = [];
    expect(
      await mutation.run(
        async () => false,
        (reply) => taken.push(reply),
      ),
    ).toBe(false);
    expect([mutation.failure, taken]).toEqual([undefined, []]);
  });
});

describe('a list of pages', () => {
  test('grows by a page at a time and begins again when it is loaded', async () => {
    const pages: Record<string, { list: number[]; after: string | null }> = {
      '': { list: [1, 2], after: 'b' },
      b: { list: [3], after: null },
    };
    const list = new PagedList(async (after) => pages[after ?? ''] ?? { list: [], after: null });
    await list.loadMore();
    expect(list.list).toBeUndefined();
    await list.load();
    await list.loadMore();
    await list.loadMore();
    expect([list.list, list.after]).toEqual([[1, 2, 3], null]);
    await list.load();
    expect([list.list, list.after]).toEqual([[1, 2], 'b']);
  });
});
