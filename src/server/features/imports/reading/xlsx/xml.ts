import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { Failure } from '#shared/errors.ts';
import { decodeText, encodingOf } from '#server/features/imports/reading/decode.ts';
import { ROW_LIMIT } from '#server/features/imports/reading/limits.ts';

/** What a reader of one XML part listens to. Names come without their namespace prefix. */
export interface XmlEvents {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
}

/** No honest text between two tags is longer; beyond it the parser would hold it all in memory. */
const LONGEST_TEXT = ROW_LIMIT * 4;

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Streams an XML part to its events, giving back control after every chunk. Entities declared inside the file are not
 * expanded. @throws Failure naming the part and the position.
 */
export async function* parseXml(chunks: AsyncIterable<Buffer>, part: string, events: XmlEvents): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const broken = (reason: string): Failure =>
    new Failure('INVALID_BODY', `XLSX 中的 ${part} 已损坏（第 ${parser.line} 行第 ${parser.column} 列）：${reason}`);
  parser.on('error', (error) => {
    throw broken(error.message);
  });
  parser.on('opentag', (tag: SaxesTagPlain) => events.open(bare(tag.name), tag.attributes));
  parser.on('closetag', (tag: SaxesTagPlain) => events.close(bare(tag.name)));
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  let sinceTag = 0;
  const refuseBroken = () => {
    throw broken('编码不是 UTF-8');
  };
  for await (const text of decodeText(chunks, encodingOf(Buffer.alloc(0), undefined), refuseBroken)) {
    const tag = text.lastIndexOf('<');
    sinceTag = tag === -1 ? sinceTag + text.length : text.length - tag;
    if (sinceTag > LONGEST_TEXT) throw broken('两个标签之间的内容过长');
    parser.write(text);
    yield;
  }
  parser.close();
}

/** Runs a small part to its end. */
export async function readXml(chunks: AsyncIterable<Buffer>, part: string, events: XmlEvents): Promise<void> {
  for await (const _chunk of parseXml(chunks, part, events));
}
