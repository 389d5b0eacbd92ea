import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EventStream, type StreamEvent, type StreamHost } from '#client/lib/events.ts';

/** A source of events that the test speaks through. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  close(): void {
    this.readyState = Source.CLOSED;
  }
  say(event: StreamEvent): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  }
}

/** One browser: its pages share a lock and a channel. */
function browser() {
  const sources: Source[] = [];
  const channels = new Set<EventTarget>();
  let held = Promise.resolve();
  const host = (): StreamHost => ({
    locks: {
      request: ((_: string, { signal }: { signal: AbortSignal }, task: () => Promise<void>) => {
        const turn = held.then(() => (signal.aborted ? undefined : task()));
        held = turn;
        return turn;
      }) as never,
    },
    openSource: () => {
      const source = new Source();
      sources.push(source);
      return source as unknown as EventSource;
    },
    openChannel: () => {
      const channel = Object.assign(new EventTarget(), {
        postMessage: (data: unknown) => {
          for (const other of channels)
            if (other !== channel) other.dispatchEvent(new MessageEvent('message', { data }));
        },
        close: () => channels.delete(channel),
      });
      channels.add(channel);
      return channel as unknown as BroadcastChannel;
    },
  });
  return { sources, host };
}

const changed: StreamEvent = { type: 'metadata.changed', objectApiName: 'InsightCompany', version: 2 };

function page(host: StreamHost) {
  const heard: StreamEvent[] = [];
  const stream = new EventStream(host);
  stream.subscribe((event) => heard.push(event));
  stream.start();
  return { stream, heard };
}

beforeEach(() => vi.stubGlobal('EventSource', Source));

describe('hints from the server', () => {
  test('come over one connection for all pages of a browser, and each page hears each once', async () => {
    const { sources, host } = browser();
    const [first, second] = [page(host()), page(host())];
    await expect.poll(() => sources).toHaveLength(1);
    sources[0]?.say(changed);
    expect([first.heard, second.heard]).toEqual([[changed], [changed]]);
  });

  test('go on when the page that listened is closed', async () => {
    const { sources, host } = browser();
    const [first, second] = [page(host()), page(host())];
    await expect.poll(() => sources).toHaveLength(1);
    first.stream.stop();
    await expect.poll(() => sources).toHaveLength(2);
    expect(sources[0]?.readyState).toBe(Source.CLOSED);
    sources[1]?.say(changed);
    expect(second.heard).toEqual([changed]);
  });

  test('may have been missed while the connection was down, and every page is notified', async () => {
    const { sources, host } = browser();
    const [first, second] = [page(host()), page(host())];
    await expect.poll(() => sources).toHaveLength(1);
    sources[0]?.dispatchEvent(new Event('open'));
    expect([first.heard, second.heard]).toEqual([[{ type: 'stream.opened' }], [{ type: 'stream.opened' }]]);
  });

  test('are asked for again after a refusal, each time later', async () => {
    vi.useFakeTimers();
    const { sources, host } = browser();
    page({ ...host(), locks: undefined });
    for (const wait of [1000, 2000, 4000]) {
      const count = sources.length;
      sources.at(-1)?.close();
      sources.at(-1)?.dispatchEvent(new Event('error'));
      vi.advanceTimersByTime(wait - 1);
      expect(sources).toHaveLength(count);
      vi.advanceTimersByTime(1);
      expect(sources).toHaveLength(count + 1);
    }
    vi.useRealTimers();
  });

  test('are not asked for before a person is signed in', () => {
    const { sources, host } = browser();
    const stream = new EventStream({ ...host(), locks: undefined });
    expect(sources).toHaveLength(0);
    stream.start();
    stream.start();
    expect(sources).toHaveLength(1);
  });
});
