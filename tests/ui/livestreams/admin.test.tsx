import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { announceLivestream, cancelLivestream, changeLivestream } from '#schemas/api/livestreams.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import type { Upload } from '#client/ui/field-types/field-type-ui.ts';
import { FakeApi, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openSystemList } from '#tests/support/ui/system-list.tsx';

const announced = {
  id: '7',
  version: 3,
  title: '新能源路演',
  host: '林知远 · 青禾创投',
  state: 'coming',
  // Not of a whole minute: what is not touched stays as exact as it is.
  startsAt: '2026-11-21T11:00:12.345Z',
  endsAt: '2026-11-21T12:30:00.000Z',
  link: 'https://live.example.com/1',
  followers: 12,
};
const COVER = { url: `/files/public/${'1'.repeat(32)}`, name: 'cover.png', size: 1 };

beforeEach(() => openScreen());
afterEach(cleanup);

let live: Record<string, unknown>;
function open(api: FakeApi, upload: Upload = async () => COVER) {
  live = { ...announced };
  const rows = () => [row({ ...live } as typeof announced)];
  const { person: user, said } = openSystemList(api, 'Livestream', rows, upload);
  return { user, said };
}
const dialog = () => within(screen.getByRole('dialog'));
const field = (label: RegExp) => dialog().getByLabelText<HTMLInputElement>(label);
const put = (label: RegExp, value: string) => {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
};
const press = (name: string) => dialog().getByRole<HTMLButtonElement>('button', { name });
const picture = () => new File(['x'], 'cover.png', { type: 'image/png' });
const chooser = () =>
  screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;

describe('the list of livestreams of staff', () => {
  test('shows each livestream with its state, times and how many follow it', async () => {
    open(new FakeApi());
    for (const words of ['新能源路演', '未开始', '林知远 · 青禾创投', '2026-11-21 19:00', '2026-11-21 20:30', '12'])
      expect(await screen.findByText(words)).toBeTruthy();
  });

  test('announces a livestream with its picture, in Beijing time, and to every user when that is ticked', async () => {
    const api = new FakeApi().on(announceLivestream, () => ({ id: '8' }));
    const { user, said } = open(api);
    await user.click(await screen.findByRole('button', { name: '发布直播' }));
    await screen.findByRole('dialog');
    put(/^标题/, '医疗路演');
    put(/^主讲人与机构/, '周敏之');
    put(/^开始时间/, '2026-11-23 19:00');
    put(/^结束时间/, '2026-11-23 20:30');
    put(/^直播地址/, 'https://live.example.com/2');
    await user.upload(chooser(), picture());
    await screen.findByText('cover.png');
    await user.click(dialog().getByRole('button', { name: /：是$/ }));
    await user.click(press('发布'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(announceLivestream)).toEqual([
      {
        clientKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        tellAll: true,
        title: '医疗路演',
        host: '周敏之',
        startsAt: '2026-11-23T11:00:00Z',
        endsAt: '2026-11-23T12:30:00Z',
        link: 'https://live.example.com/2',
        cover: COVER,
      },
    ]);
    expect(said).toEqual(['直播已发布']);
  });

  test('says at its field what the server refuses, and why a picture is not taken', async () => {
    const message = '开始时间必须晚于现在';
    const api = new FakeApi().on(changeLivestream, () => {
      throw new ApiFailure(42200, 422, message, { errors: [{ field: 'startsAt', message }] });
    });
    const { user } = open(api, async () => {
      throw new Error('上传大小超出限制！');
    });
    await user.click(await screen.findByRole('button', { name: '修改' }));
    await screen.findByText(/改期通知/);
    await user.upload(chooser(), picture());
    await screen.findByText('上传大小超出限制！');
    put(/^开始时间/, '2026-11-20 19:00');
    await user.click(press('保存'));
    await screen.findByText(message);
    expect(field(/^开始时间/).getAttribute('aria-invalid')).toBe('true');
    expect(field(/^开始时间/).value).toBe('2026-11-20 19:00');
  });

  test('changes what was touched alone', async () => {
    const api = new FakeApi().on(changeLivestream, ({ body }) => {
      Object.assign(live, body);
      return { id: '7' };
    });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: '修改' }));
    await screen.findByText(/改期通知/);
    expect(field(/^主讲人与机构/).value).toBe(announced.host);
    expect(dialog().queryByLabelText(/通知所有人/)).toBeNull();
    put(/^标题/, '新能源路演（二）');
    await user.click(press('保存'));
    await screen.findByText('新能源路演（二）');
    expect(api.callsOf(changeLivestream)).toEqual([{ title: '新能源路演（二）', version: 3 }]);
  });

  test('calls a livestream off only with a reason, and says that its followers will hear', async () => {
    const api = new FakeApi().on(cancelLivestream, () => {
      live['state'] = 'cancelled';
      return { id: '7' };
    });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: '取消直播' }));
    await screen.findByText(/关注者会收到通知/);
    await user.click(press('取消直播'));
    expect(api.callsOf(cancelLivestream)).toEqual([]);
    put(/^原因/, '嘉宾临时有事');
    await user.click(press('取消直播'));
    await screen.findByText('已取消');
    expect(api.callsOf(cancelLivestream)).toEqual([{ reason: '嘉宾临时有事' }]);
    for (const name of ['修改', '取消直播']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
