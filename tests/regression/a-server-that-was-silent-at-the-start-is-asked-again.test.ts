import { describe, expect, it } from 'vitest';
import { Writer } from '#server/db/writer.ts';

const [WRITER, STANDBY] = ['postgres://a:5432/jingtu', 'postgres://b:5432/jingtu'];
const CLUSTER = 'postgres://a:5432,b:5432/jingtu';
const CONNECT_MS = 3000;

function openWriter() {
  let now = 0;
  return { writer: new Writer(CLUSTER, () => now), pass: (milliseconds: number) => (now += milliseconds) };
}

// A process that loads its program on a busy machine reads the answer of the server after the time for it is over.
describe('the search for the server that takes writes, before one was found', () => {
  it('goes on for some seconds where a server was silent and the other one is a standby', () => {
    const { writer, pass } = openWriter();
    pass(CONNECT_MS);
    writer.refused(WRITER, CONNECT_MS);
    writer.refused(STANDBY);
    expect(writer.address).toBe(WRITER);
    expect(writer.isWorthWaiting).toBe(true);
    pass(4 * CONNECT_MS);
    expect(writer.isWorthWaiting).toBe(false);
  });

  it('ends at once where each server refused, as at a wrong address', () => {
    const { writer } = openWriter();
    writer.refused(WRITER);
    writer.refused(STANDBY);
    expect(writer.isWorthWaiting).toBe(false);
  });

  it('says nothing of a writer that was lost, as there was none', () => {
    const { writer, pass } = openWriter();
    const heard: string[] = [];
    writer.listen((state) => heard.push(state));
    pass(CONNECT_MS);
    writer.refused(WRITER, CONNECT_MS);
    writer.found();
    expect(heard).toEqual([]);
    expect(writer.isWorthWaiting).toBe(false);
  });
});
