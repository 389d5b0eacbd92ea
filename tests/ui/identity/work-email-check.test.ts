import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkEmail } from '#schemas/api/identity-email.ts';
import { watchWorkEmail } from '#client/features/identity/work-email-check.ts';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a free address is said at the field once it rests, and one that was changed meanwhile is not', async () => {
  const value = observable.box('');
  const refused: unknown[] = [];
  const form = { valueOf: () => value.get(), refuse: (problems: unknown) => void refused.push(problems) };
  const api = new FakeApi().on(checkEmail, ({ query }) => {
    const allowed = !query.email.endsWith('qq.com');
    return { allowed, message: allowed ? '' : '请使用机构的工作邮箱' };
  });
  const stop = watchWorkEmail(api, 'investor', form as unknown as FormStore);
  const type = (text: string) => runInAction(() => value.set(text));
  for (const part of ['a', 'a@', 'a@qq', 'a@qq.com']) type(part);
  expect(api.calls).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(600);
  expect(api.calls).toHaveLength(1);
  expect(refused).toEqual([[{ field: 'workEmail', message: '请使用机构的工作邮箱' }]]);
  type('a@fund.example.com');
  await vi.advanceTimersByTimeAsync(600);
  expect([api.calls.length, refused.length]).toEqual([2, 1]);
  stop();
  type('b@qq.com');
  await vi.advanceTimersByTimeAsync(600);
  expect(api.calls).toHaveLength(2);
});
