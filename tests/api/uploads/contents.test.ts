import { connect } from 'node:net';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { MAX_FILE_BYTES, MAX_PICTURE_BYTES } from '#schemas/api/uploads.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { compoundFile } from '#tests/support/files/compound-file.ts';
import { lockedPdf, pdfOf } from '#tests/support/files/pdf-file.ts';
import { openUploadDesk, picture, type UploadDesk } from '#tests/support/files/uploading.ts';
import { zipFile } from '#tests/support/files/zip-file.ts';

let desk: UploadDesk;
beforeAll(async () => {
  desk = await openUploadDesk();
});
afterAll(() => desk.close());

const NOT_A_PICTURE = { status: 422, code: codeOf('INVALID_BODY'), msg: '上传格式错误！' };
const WRONG_FORMAT = { status: 422, code: codeOf('INVALID_BODY'), msg: '上传格式不正确' };
const TOO_LARGE = { status: 413, code: codeOf('TOO_LARGE'), msg: '上传大小超出限制！' };
const PDF = pdfOf('示例');

const chunk = (type: string, data: Buffer): Buffer => {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A PNG that says it is so wide and high, with as many rows as fit into few bytes. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const sign = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'of type %s is kept as one, whatever it is called, under the ending of its type',
    async (format) => {
      const bytes = await picture().toFormat(format).toBuffer();
      const { code, data } = await desk.upload('founder', bytes, { name: '名片.bin' });
      expect(code).toBe(0);
      expect(data).toEqual({
        url: expect.stringMatching(/^\/files\/public\/[0-9a-f]{32}$/),
        name: `名片${{ png: '.png', jpeg: '.jpg', webp: '.webp', gif: '.gif' }[format]}`,
        size: bytes.length,
      });
      const reply = await desk.fetch('visitor', data.url);
      expect(reply.headers['content-type']).toBe(`image/${format}`);
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format, width: 40, height: 30 });
    },
  );

  it('loses where and with what it was taken, and is turned as it was held', async () => {
    const exif = { IFD0: { Make: 'SecretCam', Orientation: '6' }, IFD3: { GPSLatitude: '31/1 13/1 0/1' } };
    const bytes = await picture(40, 30).withExif(exif).withIccProfile('p3').jpeg().toBuffer();
    expect(bytes.includes('SecretCam')).toBe(true);
    const { data } = await desk.upload(
      'founder',
      await sharp(bytes).keepMetadata().withMetadata({ orientation: 6 }).toBuffer(),
    );
    const { rawPayload } = await desk.fetch('founder', data.url);
    const { exif: left, icc, width, height, orientation } = await sharp(rawPayload).metadata();
    expect([left, icc, orientation]).toEqual([undefined, undefined, undefined]);
    expect(rawPayload.includes('SecretCam')).toBe(false);
    expect([width, height]).toEqual([30, 40]);
  });

  it('brings nothing along that is no picture', async () => {
    const script = Buffer.from('<script>alert(document.domain)</script>%PDF-1.7 PK\u0003\u0004');
    const png = await picture().png().toBuffer();
    const jpeg = await picture()
      .withExif({ IFD0: { Copyright: script.toString('latin1') } })
      .jpeg()
      .toBuffer();
    for (const polyglot of [Buffer.concat([png, script]), Buffer.concat([jpeg, script]), jpeg]) {
      const { code, data } = await desk.upload('founder', polyglot, { name: 'x.html' });
      expect(code).toBe(0);
      const { rawPayload, headers } = await desk.fetch('founder', data.url);
      expect(rawPayload.includes('<script')).toBe(false);
      expect(headers['content-type']).toMatch(/^image\//);
    }
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['SVG behind a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML that begins like a GIF', 'GIF89a=1;<script>alert(1)</script>'],
    ['a PNG that is cut off', '\u0089PNG\r\n\u001a\n'],
    ['text', 'hello'],
    ['a program', 'MZ\u0090\u0000'],
  ])('is not %s', async (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(await desk.upload('founder', bytes, { name: 'a.png' })).toMatchObject(NOT_A_PICTURE);
    expect((await desk.upload('founder', bytes, { type: 'file', name: 'a.pdf' })).code).toBe(codeOf('INVALID_BODY'));
  });

  it('that is cut off or damaged is refused', async () => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    expect(await desk.upload('founder', noise.subarray(0, noise.length / 2))).toMatchObject(NOT_A_PICTURE);
    const jpeg = await picture(400, 400).jpeg().toBuffer();
    expect(await desk.upload('founder', jpeg.subarray(0, jpeg.length / 2))).toMatchObject(NOT_A_PICTURE);
  });

  it.each([
    [12_001, 8],
    [8, 12_001],
    [11_000, 11_000],
    [60_000, 60_000],
  ])('of %d by %d pixels is refused for what it would unpack to', async (width, height) => {
    const bomb = pngOf(width, height);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage.rss();
    expect(await desk.upload('founder', bomb)).toMatchObject(TOO_LARGE);
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024);
  });

  it('of 12,000 pixels is taken', async () => {
    expect((await desk.upload('founder', pngOf(12_000, 8))).code).toBe(0);
  });

  it('over 5 MB is refused, as a picture and as a file', async () => {
    const large = Buffer.concat([await picture().png().toBuffer(), Buffer.alloc(MAX_PICTURE_BYTES)]);
    expect(await desk.upload('founder', large)).toMatchObject(TOO_LARGE);
    expect(await desk.upload('founder', large, { type: 'file' })).toMatchObject(TOO_LARGE);
  });
});

describe('a document', () => {
  it('that is a private PDF comes with why no marked copies can be made of it, if so', async () => {
    const states = [PDF, await lockedPdf(PDF), await lockedPdf(PDF, {})].map(async (bytes) => {
      const { code, data } = await desk.upload('founder', bytes, { bucket: 'private', type: 'file' });
      return [code, data.pdf];
    });
    expect(await Promise.all(states)).toEqual([
      [0, undefined],
      [0, 'locked'],
      [0, undefined],
    ]);
    expect((await desk.upload('founder', await lockedPdf(PDF), { type: 'file' })).data).not.toHaveProperty('pdf');
  });

  const office = (part: string, more: string[] = []) =>
    zipFile([
      { name: '[Content_Types].xml', data: '<Types/>' },
      ...[part, ...more].map((name) => ({ name, data: '<x/>' })),
    ]);

  it('is known by its bytes, saved by the browser under their ending, and never shown', async () => {
    const kept = [
      [PDF, 'application/pdf'],
      [office('word/document.xml'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      [office('xl/workbook.xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      [office('ppt/presentation.xml'), 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ] as const;
    for (const [bytes, mime] of kept) {
      const { code, data } = await desk.upload('founder', bytes, { type: 'file', name: '商业计划书"\r\n' });
      expect(code).toBe(0);
      const reply = await desk.fetch('founder', data.url);
      expect(reply.rawPayload.equals(bytes)).toBe(true);
      expect(reply.headers['content-type']).toBe(mime);
      expect(reply.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9%.]+$/);
    }
  });

  it('is no picture', async () => {
    expect(await desk.upload('founder', PDF, { name: 'a.png' })).toMatchObject(NOT_A_PICTURE);
  });

  it('is no other archive, no macro and no empty file', async () => {
    const type = 'file' as const;
    const archive = zipFile([{ name: 'run.js', data: 'x' }]);
    expect(await desk.upload('founder', archive, { type, name: 'a.docx' })).toMatchObject(WRONG_FORMAT);
    const macro = office('word/document.xml', ['word/vbaProject.bin']);
    expect(await desk.upload('founder', macro, { type })).toMatchObject(WRONG_FORMAT);
    const installer = compoundFile('Property');
    for (const name of ['setup.msi', 'a.doc'])
      expect(await desk.upload('founder', installer, { type, name })).toMatchObject(WRONG_FORMAT);
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]);
    expect(await desk.upload('founder', old, { type, name: 'a.doc' })).toMatchObject(WRONG_FORMAT);
    const withMacros = compoundFile('WordDocument', 'Macros');
    expect(await desk.upload('founder', withMacros, { type, name: 'a.doc' })).toMatchObject(WRONG_FORMAT);
    expect((await desk.upload('founder', Buffer.alloc(0), { type })).msg).toBe('文件是空的');
  });

  it.each([
    ['WordDocument', 'a.doc', 'application/msword'],
    ['Workbook', 'a.xls', 'application/vnd.ms-excel'],
    ['PowerPoint Document', 'a.ppt', 'application/vnd.ms-powerpoint'],
  ])('of an older office program is recognised by its stream %s', async (stream, name, mime) => {
    const { data } = await desk.upload('founder', compoundFile('a', 'b', 'c', 'd', stream), { type: 'file', name });
    expect(data.name).toBe(name);
    expect((await desk.fetch('founder', data.url)).headers['content-type']).toBe(mime);
  });

  it.each(['plan.hta', 'plan.html', 'plan.pdf.exe', 'plan.docx', 'plan.svg'])(
    'is refused under the name %s, which represents something else than its bytes',
    async (name) => {
      expect(await desk.upload('founder', PDF, { type: 'file', name })).toMatchObject(WRONG_FORMAT);
    },
  );

  it.each([
    ['a script behind the first letters of a PDF', '%PDF-1.7\n<script language="VBScript">x</script>'],
    ['a PDF that ends before its table of objects', PDF.subarray(0, PDF.length - 40).toString('latin1')],
    ['a PDF without a version', PDF.toString('latin1').replace('-1.4', '-abc')],
  ])('is not %s', async (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    for (const name of ['plan.pdf', 'plan.hta'])
      expect(await desk.upload('founder', bytes, { type: 'file', name })).toMatchObject(WRONG_FORMAT);
  });

  it('over 20 MB is refused', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(MAX_FILE_BYTES)]);
    expect(await desk.upload('founder', large, { type: 'file' })).toMatchObject(TOO_LARGE);
  });

  it('that says how large it is is refused before it comes, and the server does not wait for the rest', async () => {
    await desk.app.listen({ port: 0, host: '127.0.0.1' });
    const address = desk.app.server.address();
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
    const cookie = await desk.cookieOf('founder');
    const lines = [
      'POST /mobi-investor/upload HTTP/1.1',
      'Host: x',
      'Origin: http://x',
      `Cookie: ${cookie}`,
      'Content-Length: 1073741824',
    ];
    socket.write([...lines, 'Content-Type: multipart/form-data; boundary=b', '', '--b\r\n'].join('\r\n'));
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (data) => (text += data.toString()));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(answer).toContain('上传大小超出限制！');
  });

  it('that breaks off leaves nothing', async () => {
    const { policy, signature } = await desk.sign('founder', 'public', 'file');
    const head = ['signature', signature, 'policy', policy];
    const fields = [0, 2].map(
      (at) => `--b\r\ncontent-disposition: form-data; name="${head[at]}"\r\n\r\n${head[at + 1]}\r\n`,
    );
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 half of';
    const reply = await desk.app.inject({
      method: 'POST',
      url: '/mobi-investor/upload',
      headers: { cookie: await desk.cookieOf('founder'), 'content-type': 'multipart/form-data; boundary=b' },
      payload: fields.join('') + file,
    });
    expect(reply.json()).toMatchObject({ code: codeOf('INVALID_BODY') });
  });
});

test('whatever became of all these uploads, no part of one is left behind', () => {
  expect(desk.lying().filter((file) => file.startsWith('parts'))).toEqual([]);
});
