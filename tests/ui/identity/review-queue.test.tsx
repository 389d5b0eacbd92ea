import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ReviewQueue } from '#client/features/identity/review-queue.tsx';
import type { ReviewStore } from '#client/features/identity/review-store.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';

afterEach(cleanup);

test('a queue that could not be read says so with a retry, and no longer that it is loading', () => {
  const store = { pages: { after: null, failure: refusal('UNAVAILABLE') }, filter: { state: 'PENDING' }, list: [] };
  render(
    <ReviewQueue
      store={store as unknown as ReviewStore}
      openId={null}
      onOpen={() => undefined}
      onFilter={() => undefined}
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain('服务暂不可用，请稍后重试');
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy();
  expect(screen.queryByText('正在加载…')).toBeNull();
});
