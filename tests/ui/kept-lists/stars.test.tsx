import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { observer } from 'mobx-react-lite';
import { afterEach, expect, test } from 'vitest';
import { readStars, setStar } from '#schemas/api/stars.ts';
import { StarButton, starColumn } from '#client/features/kept-lists/star.tsx';
import { StarsStore } from '#client/features/kept-lists/stars-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';

afterEach(cleanup);

/** A star in a row and one on the page of the same record, and what was said. */
function open() {
  const said: string[] = [];
  const api = new FakeApi().on(readStars, () => ({ ids: ['11'] })).on(setStar, () => ({ name: '我的关注' }) as never);
  const store = new StarsStore(api, (words) => said.push(words));
  const { cell } = starColumn(store, 'InsightCompany', (row) => String(row['name']));
  const Row = observer(() => cell({ id: '10', version: 1, name: '鲸图科技' }));
  render(
    <>
      <Row />
      <StarButton store={store} objectApiName="InsightCompany" id="10" />
      <StarButton store={store} objectApiName="InsightCompany" id="11" />
    </>,
  );
  return { api, said, user: userEvent.setup() };
}

test('a star shows at once wherever the record is, and is taken back by the next press', async () => {
  const { api, said, user } = open();
  expect(await screen.findByRole('button', { name: '已关注', pressed: true })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '关注：鲸图科技', pressed: false }));
  expect(screen.getAllByRole('button', { name: '已关注' })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: '关注：鲸图科技', pressed: true }));
  expect(said).toEqual(['已加入“我的关注”', '已移出“我的关注”']);
  const of = { objectApiName: 'InsightCompany', recordId: '10' };
  expect(api.callsOf(setStar)).toEqual([
    { ...of, follows: true },
    { ...of, follows: false },
  ]);
  expect(api.callsOf(readStars)).toHaveLength(1);
});

test('a star that is refused goes off again and says why', async () => {
  const { api, said, user } = open();
  api.on(setStar, () => {
    throw refusal('INVALID_BODY');
  });
  await user.click(await screen.findByRole('button', { name: '关注：鲸图科技' }));
  expect(await screen.findByRole('button', { name: '关注：鲸图科技', pressed: false })).toBeTruthy();
  expect(said).toHaveLength(1);
});
