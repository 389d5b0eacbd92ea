import { styleText } from 'node:util';

const EVERY_MS = 100;

/** Says on standard error what is being done: on a terminal one line that changes, else a line now and then. */
export function progressOn(stream: NodeJS.WriteStream, clock: () => number) {
  let last = -Infinity;
  let isOpen = false;
  const every = stream.isTTY ? EVERY_MS : EVERY_MS * 100;
  return {
    step(this: void, line: string): void {
      const now = clock();
      if (now - last < every) return;
      last = now;
      stream.write(stream.isTTY ? `\r\u001b[2K${styleText('dim', line)}` : `${line}\n`);
      isOpen = stream.isTTY;
    },
    end(this: void): void {
      if (isOpen) stream.write('\r\u001b[2K');
      isOpen = false;
    },
  };
}
