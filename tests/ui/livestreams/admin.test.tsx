import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  announceLivestream,
  cancelLivestream,
  changeLivestream,
  listStaffLivestreams,
  type StaffLivestream,
} from '#schemas/api/livestreams.ts';
import { LivestreamAdmin } from '#client/features/staff/live-desk.ts';
import { LiveDeskPage } from '#client/features/staff/live-desk-page.tsx';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const announced: StaffLivestream = {
  id: '7',
  title: '新能源路演',
  host: '林知远 · 青禾创投',
  cover: null,
  // Not of a whole minute: what is not touched stays as exact as it is.
  startsAt: '2026-11-21T11:00:12.345Z',
  endsAt: '2026-11-21T12:30:00.000Z',
  link: 'https://live.example.com/1',
  cancelledAt: null,
  followers: 12,
  announcedBy: '示例运营',
  announcedAt: '2026-11-20T04:00:00.000Z',
  version: 3,
};

beforeEach(() => openScreen());
afterEach(cleanup);

function open(api: FakeApi, keepCover = async () => '/files/public/1') {
  api.on(listStaffLivestreams, () => ({ list: [announced], after: null }));
  render(<LiveDeskPage desk={new LivestreamAdmin(api, keepCover)} now={() => NOW} />);
  return userEvent.setup();
}
const put = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name });

describe('the livestream desk', () => {
  test('shows each livestream with its state, times, address and how many follow it', async () => {
    open(new FakeApi());
    const card = await screen.findByRole('listitem', { name: '新能源路演' });
    for (const words of ['未开始', '林知远 · 青禾创投', '2026-11-21 19:00 至 2026-11-21 20:30', '12 人'])
      expect(within(card).getByText(words)).toBeTruthy();
  });

  test('announces a livestream with its picture, in Beijing time, and to every user when that is ticked', async () => {
    const api = new FakeApi().on(announceLivestream, () => announced);
    const user = open(api);
    await user.click(screen.getByRole('button', { name: '发布直播' }));
    expect(inDialog('发布').disabled).toBe(true);
    put(/^标题/, '医疗路演');
    put(/^主讲人与机构/, '周敏之');
    put(/^开始时间/, '2026-11-23T19:00');
    put(/^结束时间/, '2026-11-23T20:30');
    put(/^直播地址/, 'https://live.example.com/2');
    await user.upload(screen.getByLabelText('封面图片'), new File(['x'], 'cover.png', { type: 'image/png' }));
    await screen.findByAltText('封面预览');
    await user.click(screen.getByRole('checkbox', { name: '同时以“直播助手”通知所有人' }));
    await user.click(inDialog('发布'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(announceLivestream)).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        tellAll: true,
        title: '医疗路演',
        host: '周敏之',
        startsAt: '2026-11-23T11:00:00.000Z',
        endsAt: '2026-11-23T12:30:00.000Z',
        link: 'https://live.example.com/2',
        cover: '/files/public/1',
      },
    ]);
    expect(api.callsOf(listStaffLivestreams)).toHaveLength(2);
  });

  test('says at its field what the server refuses, and why a picture is not taken', async () => {
    const message = '开始时间必须晚于现在';
    const api = new FakeApi().on(changeLivestream, () => {
      throw new ApiFailure(42200, 422, message, { errors: [{ field: 'startsAt', message }] });
    });
    const user = open(api, async () => {
      throw new Error('上传大小超出限制！');
    });
    await user.click(await screen.findByRole('button', { name: '修改“新能源路演”' }));
    await user.upload(screen.getByLabelText('封面图片'), new File(['x'], 'cover.png', { type: 'image/png' }));
    expect((await screen.findByRole('alert')).textContent).toBe('上传大小超出限制！');
    put(/^开始时间/, '2026-11-20T19:00');
    await user.click(inDialog('保存'));
    await screen.findByText(message);
    expect(screen.getByLabelText(/^开始时间/).getAttribute('aria-invalid')).toBe('true');
  });

  test('changes what was touched alone', async () => {
    const api = new FakeApi().on(changeLivestream, ({ body }) => ({ ...announced, title: body.title, version: 4 }));
    const user = open(api);
    await user.click(await screen.findByRole('button', { name: '修改“新能源路演”' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
    put(/^标题/, '新能源路演（二）');
    await user.click(inDialog('保存'));
    await screen.findByRole('listitem', { name: '新能源路演（二）' });
    const { title, host, startsAt, endsAt, link } = announced;
    expect(api.callsOf(changeLivestream)).toEqual([
      { title: `${title}（二）`, host, startsAt, endsAt, link, version: 3 },
    ]);
  });

  test('calls a livestream off only with a reason, and after it says how many will hear', async () => {
    const api = new FakeApi().on(cancelLivestream, () => ({ ...announced, cancelledAt: NOW.toISOString() }));
    const user = open(api);
    await user.click(await screen.findByRole('button', { name: '取消“新能源路演”' }));
    screen.getByText(/12 位关注者会收到通知/);
    await user.click(inDialog('取消直播'));
    expect(api.callsOf(cancelLivestream)).toEqual([]);
    put(/^原因/, '嘉宾临时有事');
    await user.click(inDialog('取消直播'));
    const card = await screen.findByRole('listitem', { name: '新能源路演' });
    await within(card).findByText('已取消');
    expect(api.callsOf(cancelLivestream)).toEqual([{ reason: '嘉宾临时有事' }]);
    expect(within(card).queryByRole('button')).toBeNull();
  });
});
