import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { type BrokenText, decodeText, encodingOf } from '#server/features/imports/reading/decode.ts';

async function decode(
  bytes: Buffer,
  encoding: string,
  piece = bytes.length || 1,
): Promise<{ text: string; broken: BrokenText[] }> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  const broken: BrokenText[] = [];
  let text = '';
  for await (const part of decodeText(chunks(), encoding, (found) => broken.push(found))) text += part;
  return { text, broken };
}

describe('bytes become text', () => {
  const text = '名称,公司\r\n鲸图,"𠮷野家"\r\nQuébec,1';

  test.each(['utf-8', 'gb18030', 'utf-16le', 'utf-16be'])('%s, wherever the bytes are cut', async (encoding) => {
    const bytes = iconv.encode(text, encoding);
    for (let piece = 1; piece < 12; piece += 1)
      expect(await decode(bytes, encoding, piece)).toEqual({ text, broken: [] });
  });

  test('MacRoman', async () => {
    expect((await decode(Buffer.from([0x51, 0x75, 0x8e, 0x62, 0x65, 0x63]), 'macintosh')).text).toBe('Québec');
  });

  test('a byte order mark wins over what the mapping says and is no text', async () => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('名称')]);
    expect(encodingOf(bytes, 'gbk')).toBe('utf-8');
    expect((await decode(bytes, 'utf-8', 2)).text).toBe('名称');
    expect(encodingOf(Buffer.from([0xff, 0xfe, 0x61, 0]), undefined)).toBe('utf-16le');
  });

  test('an encoding that is unknown is refused by name', () => {
    expect(() => encodingOf(Buffer.from('a'), 'klingon')).toThrow('不认识编码“klingon”');
  });
});

describe('bytes that are not of the encoding are found', () => {
  test('in UTF-8, with offset, line and the bytes themselves', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\r\n名,1\r\n'), Buffer.from([0xff, 0x41]), Buffer.from(',2\r\n')]);
    for (const piece of [1, 5, 64]) {
      const { broken } = await decode(bytes, 'utf-8', piece);
      expect(broken[0]).toMatchObject({ offset: 12, line: 3 });
      expect(broken[0]?.bytes).toMatch(/^FF/);
    }
  });

  test('in GBK', async () => {
    const bytes = Buffer.concat([iconv.encode('名称\n', 'gbk'), Buffer.from([0xff, 0x20, 0x0a])]);
    expect((await decode(bytes, 'gbk')).broken[0]).toMatchObject({ offset: 5, line: 2 });
  });

  test('a character cut off at the end of the file', async () => {
    expect((await decode(Buffer.from([0x61, 0x0a, 0xe5, 0x90]), 'utf-8')).broken).toHaveLength(1);
  });

  test('but a replacement character that the file itself holds is text', async () => {
    expect((await decode(Buffer.from('a\uFFFDb'), 'utf-8')).broken).toEqual([]);
  });
});
