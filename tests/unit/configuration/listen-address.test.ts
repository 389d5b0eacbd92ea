import { describe, expect, it } from 'vitest';
import { listenAddress, listenPlace } from '#server/commands/configuration/checks.ts';

describe('an address to listen on', () => {
  it.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
  ])('is read from %s', (text, place) => {
    expect(listenPlace(text)).toEqual(place);
    expect(listenAddress(text)).toBeUndefined();
  });

  it.each(['9464', ':9464', '127.0.0.1', '127.0.0.1:65536', '127.0.0.1:', '::1:9464', 'http://127.0.0.1:9464'])(
    'is refused in %s',
    (text) => {
      expect(listenAddress(text)).toBe('应为监听的地址和端口，如 127.0.0.1:9464');
    },
  );
});
