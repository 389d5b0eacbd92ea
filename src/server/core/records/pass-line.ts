import type { PassCounts, PassOutcome } from './equivalent-pass.ts';

const DRAWN_EVERY_MS = 100;
const PLAIN_EVERY_MS = 5000;

/** Where progress is shown: a terminal, whose line is drawn over, or plain lines. */
interface Screen {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

const counted = (count: number): string => count.toLocaleString('en');

/** Shows how far the pass over equivalents is. `total` is rough: it is not said where more was looked at already. */
export class PassLine {
  readonly #screen: Screen;
  readonly #now: () => number;
  #shownAt: number;

  constructor(screen: Screen, now: () => number) {
    this.#screen = screen;
    this.#now = now;
    this.#shownAt = screen.isTTY ? -Infinity : now();
  }

  show = ({ looked, changed }: PassCounts, total: number): void => {
    const at = this.#now();
    if (at - this.#shownAt < (this.#screen.isTTY ? DRAWN_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.#shownAt = at;
    const of = total > looked ? ` / 约 ${counted(total)}` : '';
    const text = `折合人民币：已核对 ${counted(looked)}${of} 条，改写 ${counted(changed)} 条`;
    this.#screen.write(this.#screen.isTTY ? `\r\u001B[2K${text}` : `${text}\n`);
  };

  end(): void {
    if (this.#screen.isTTY) this.#screen.write('\r\u001B[2K');
  }
}

/** What a pass did, and how to go on where it was stopped. */
export const passWords = ({ looked, changed, finished }: PassOutcome): string =>
  `核对了 ${counted(looked)} 条有金额的记录，改写了 ${counted(changed)} 条的折合人民币` +
  (finished ? '' : '（已停止，运行 npm run equivalents 即可继续）');
