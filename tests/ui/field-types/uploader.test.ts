// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { fileRefusal } from '#client/features/uploads/file-check.ts';
import { Uploader } from '#client/features/uploads/uploader.ts';
import type { Uploads } from '#client/lib/api.ts';
import { PDF_REFUSALS, signUpload, takeHostedFile, uploadFile } from '#schemas/api/uploads.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { DAY_MS } from '#shared/time/durations.ts';

const field = (config: FieldDefinition['config'], type: FieldDefinition['type'] = 'image'): FieldDefinition => ({
  apiName: 'card',
  type,
  label: '名片',
  config: { ...config },
});

describe('the uploader of forms', () => {
  const sent: unknown[] = [];
  const api = new FakeApi().on(signUpload, () => ({
    signature: 's',
    policy: 'p',
    server: '/elsewhere',
    isHosted: false,
  }));
  const uploader = new Uploader(
    api,
    { upload: async (...given) => (sent.push(given), { url: 'u', name: 'n', size: 1 }) as never },
    () => 1000,
  );
  const how = { signal: new AbortController().signal, onProgress: () => undefined };

  test('asks for a signature for the bucket and kind of the field, then posts the file to where that says', async () => {
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    await uploader.upload(file, { field: field({ private: true }), ...how });
    const [asked] = api.callsOf(signUpload) as { param: string; type: string }[];
    expect(asked?.type).toBe('pic');
    expect(JSON.parse(asked?.param ?? '')).toEqual({
      bucket: 'private',
      expiration: 1000 + 365 * DAY_MS,
      'save-key': '/{year}/{mon}/{day}/{random32}{.suffix}',
    });
    expect(sent).toEqual([
      [
        expect.objectContaining({ path: uploadFile.path }),
        expect.objectContaining({ address: '/elsewhere', fields: { signature: 's', policy: 'p' }, file }),
      ],
    ]);
  });

  test('says at once that a file cannot be marked, where the field wants one that can', async () => {
    const given = { url: '/files/private/0a', name: 'a.pdf', size: 1, pdf: 'locked' as const };
    const of = new Uploader(api, { upload: async () => given as never }, () => 1000);
    const file = new File(['x'], 'a.pdf', { type: 'application/pdf' });
    const plan = field({ private: true, watermark: true }, 'file');
    await expect(of.upload(file, { field: plan, ...how })).rejects.toThrow(PDF_REFUSALS.locked);
    const { pdf: _pdf, ...value } = given;
    expect(await of.upload(file, { field: field({ private: true }, 'file'), ...how })).toEqual(value);
  });

  test('brings the answer of a hosted storage to the server, which says what the file is', async () => {
    const reply = { code: 200, message: 'ok', url: '/files/private/0a.png', time: 1, sign: 's', 'image-width': 9 };
    const kept = { url: '/files/private/0a', name: 'a.png', size: 1 };
    const hosted = new FakeApi()
      .on(signUpload, () => ({ signature: 's', policy: 'p', server: 'https://up.example/b', isHosted: true }))
      .on(takeHostedFile, () => kept);
    const asked: unknown[] = [];
    const upload: Uploads['upload'] = async (_route, input) => (asked.push(input), reply) as never;
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    const done = await new Uploader(hosted, { upload }, () => 1000).upload(file, { field: field({}), ...how });
    expect(asked).toEqual([expect.objectContaining({ address: 'https://up.example/b', isForeign: true, file })]);
    expect(hosted.callsOf(takeHostedFile)).toEqual([
      { code: 200, message: 'ok', url: '/files/private/0a.png', time: 1, sign: 's', name: 'a.png', size: 1 },
    ]);
    expect(done).toEqual(kept);
  });

  test('asks for nothing where the file is refused', async () => {
    const before = api.callsOf(signUpload).length;
    const file = new File(['x'], 'a.exe');
    await expect(uploader.upload(file, { field: field({}), ...how })).rejects.toThrow('上传格式错误！');
    expect(api.callsOf(signUpload)).toHaveLength(before);
  });

  test.each([
    [{ name: 'a.png', type: 'image/png', size: 6 * 1024 * 1024 }, field({}), '上传大小超出限制！'],
    [{ name: 'a.pdf', type: 'application/pdf', size: 21 * 1024 * 1024 }, field({}, 'file'), '上传大小超出限制！'],
    [{ name: 'a.pdf', type: 'application/pdf', size: 19 * 1024 * 1024 }, field({}, 'file'), undefined],
    [{ name: 'a.jpg', type: '', size: 1 }, field({ accept: '.jpeg' }), undefined],
  ])('judges %o', (file, of, words) => {
    expect(fileRefusal(of, file)).toBe(words);
  });
});
