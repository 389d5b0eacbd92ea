import iconv from 'iconv-lite';
import { openBytes } from '#server/features/imports/reading/byte-source.ts';
import { decodeText, encodingOf } from '#server/features/imports/reading/decode.ts';
import type { Limits } from '#server/features/imports/reading/limits.ts';
import { looksWide } from './sniff.ts';

/** As much of a file is looked through; what comes later is checked when the import runs. */
const LOOKED_THROUGH = 64 * 1024 * 1024;
const KEPT = 1024 * 1024;

/** Frequent characters of business Chinese, simplified and traditional: what a right decoding is full of. */
const COMMON = new Set(
  '的一是有公司技术科资投融金人民币元亿万轮年月日在中国北京上海深圳广东浙江江苏市区业务企網站限股份有限网络信息数据智能医疗健康教育文化传媒服务平台产品研发生物新能源汽车电子商务软件系统管理咨询基金创集团名称地址注册时间成立法代表本行方事件來資訊業創東國術開發電無為與於這個學會場實現經產品統後動關門長員報價機構項目投未披露',
);
const ACCENTED = new Set('éèêëàâäáãåçñöóôòõüúùûíìîïßøæœÉÖÜÄÅØ’“”–');

/** The encoding that a text file seems to be in, by its name for iconv. */
export async function guessEncoding(path: string, limits: Limits): Promise<string> {
  const sample = await informativePart(path, limits);
  if (sample === 'utf-8') return sample;
  const mark = encodingOf(sample, undefined);
  if (mark !== 'utf-8') return mark;
  if (looksWide(sample)) return sample[0] === 0 ? 'utf-16be' : 'utf-16le';
  const chinese = best(['gb18030', 'big5'], sample, COMMON);
  const high = sample.filter((byte) => byte >= 0x80).length;
  // Two bytes a character: a right guess finds a common one in every dozen bytes at least.
  if (chinese.score * 12 > high) return chinese.encoding;
  return best(['windows-1252', 'macintosh'], sample, ACCENTED).encoding;
}

/** 'utf-8' where the file is, else the part of it that shows what it is. */
async function informativePart(path: string, limits: Limits): Promise<'utf-8' | Buffer> {
  const { chunks } = await openBytes(path, limits);
  const kept: Buffer[] = [];
  let size = 0;
  let read = 0;
  let broken = false;
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      read += chunk.length;
      const isInformative = kept.length === 0 || chunk.some((byte) => byte >= 0x80);
      if (isInformative && size < KEPT) {
        kept.push(chunk);
        size += chunk.length;
      }
      if (read > LOOKED_THROUGH || (broken && size >= KEPT)) return;
      yield chunk;
    }
  }
  const [first] = [await firstOf(path, limits)];
  if (encodingOf(first, undefined) !== 'utf-8' || looksWide(first)) return first;
  for await (const _text of decodeText(watched(), 'utf-8', () => (broken = true)));
  return broken ? Buffer.concat(kept) : 'utf-8';
}

async function firstOf(path: string, limits: Limits): Promise<Buffer> {
  for await (const chunk of (await openBytes(path, limits)).chunks) return chunk;
  return Buffer.alloc(0);
}

function best(encodings: readonly string[], sample: Buffer, wanted: ReadonlySet<string>) {
  const scores = encodings.map((encoding) => {
    let score = 0;
    for (const character of iconv.decode(sample, encoding)) if (wanted.has(character)) score += 1;
    return { encoding, score };
  });
  return scores.reduce((most, each) => (each.score > most.score ? each : most));
}
