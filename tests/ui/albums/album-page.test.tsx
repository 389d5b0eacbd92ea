import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { type Album, readAlbum } from '#schemas/api/albums.ts';
import { AlbumPage } from '#client/features/albums/album-page.tsx';
import { AlbumStore } from '#client/features/albums/album-store.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { isWhiteListed } from '#client/app/base/white-list.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

afterEach(cleanup);

const PICTURES = [
  { url: `/files/public/${'a'.repeat(32)}`, caption: '样机' },
  { url: `/files/public/${'b'.repeat(32)}`, caption: '' },
];
const ALBUM: Album = {
  name: '示例项目',
  ccid: '7',
  company: '示例企业',
  isOwn: false,
  isOpen: true,
  pictures: PICTURES,
};

function open(answer: () => Album) {
  openScreen(1200);
  const api = new FakeApi().on(readAlbum, answer);
  const store = new AlbumStore(api, 'InsightProject', '3');
  render(
    <AlbumPage
      store={store}
      recordPath="/insight/InsightProject/3"
      editPath={(ccid) => `/form/InsightCompany/${ccid}`}
    />,
  );
  return userEvent.setup();
}

test('The pictures of an album open large by mouse and by keyboard, with their captions, and close by Escape', async () => {
  const user = open(() => ALBUM);
  const first = await screen.findByRole('button', { name: '放大：样机' });
  expect(screen.getByRole('button', { name: '放大：第 2 张' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: '编辑相册' })).toBeNull();
  first.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: '下一张' })).toBeTruthy();
  expect(screen.getAllByText('样机').length).toBeGreaterThan(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: '下一张' })).toBeNull());
});

test('An empty album says to its company what to do, and to others that there is nothing yet', async () => {
  open(() => ({ ...ALBUM, isOwn: true, pictures: [] }));
  expect(await screen.findByText(/点“编辑相册”上传/)).toBeTruthy();
  expect(screen.getByRole('link', { name: '编辑相册' }).getAttribute('href')).toBe('#/form/InsightCompany/7');
  cleanup();
  open(() => ({ ...ALBUM, pictures: [] }));
  expect(await screen.findByText('企业尚未上传相册图片。')).toBeTruthy();
});

test('A closed album says so, and the page stays without a session', async () => {
  open(() => {
    throw new ApiFailure(40402, 404, '相册不存在或尚未公开');
  });
  expect(await screen.findByText('相册不存在或尚未公开')).toBeTruthy();
  expect(isWhiteListed('/album/InsightProject/3')).toBe(true);
});
