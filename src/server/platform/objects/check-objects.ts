import { randomBytes } from 'node:crypto';
import { BucketTrouble } from './bucket-requests.ts';
import { importName } from './object-names.ts';
import type { ObjectStore } from './object-store.ts';

/** Writes an object, reads it, lists it and takes it away. Gives what went wrong, in words; undefined when nothing did. */
export async function checkObjects(store: ObjectStore): Promise<string | undefined> {
  const id = randomBytes(16).toString('hex');
  const [name, content] = [importName(id), Buffer.from(`jingtu ${id}`)];
  try {
    await store.put(name, one(content));
    const chunks: Buffer[] = [];
    for await (const chunk of (await store.read(name)) ?? []) chunks.push(chunk as Buffer);
    let isListed = false;
    for await (const listed of store.list(name)) isListed ||= listed.name === name;
    await store.remove(name);
    if (!Buffer.concat(chunks).equals(content)) return '写入后读到的内容不同';
    if (!isListed) return '写入的内容没有列出';
    return (await store.head(name)) === undefined ? undefined : '删除后仍能读到';
  } catch (error) {
    return error instanceof BucketTrouble ? error.reason : (error as Error).message;
  }
}

async function* one(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
