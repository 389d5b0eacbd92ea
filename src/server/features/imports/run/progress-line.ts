import type { Counts } from '#server/features/imports/report/counts.ts';
import type { Progress } from '#server/features/imports/reading/raw-row.ts';

const BAR_CELLS = 24;
const PLAIN_EVERY_MS = 5000;
const DRAWN_EVERY_MS = 100;

/** Where progress is shown: a terminal that can redraw its line, or plain lines. */
export interface Screen {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

/** Where a run began: milliseconds, lines of the file and bytes. */
interface Reached {
  readonly at: number;
  readonly lines: number;
  readonly done: number;
}

/** Shows how far an import is, at what rate, and how long it will take. */
export class ProgressLine {
  readonly #screen: Screen;
  readonly #now: () => number;
  #from: Reached;
  #shownAt = -Infinity;

  constructor(screen: Screen, now: () => number) {
    this.#screen = screen;
    this.#now = now;
    this.#from = { at: now(), lines: 0, done: 0 };
    if (!screen.isTerminal) this.#shownAt = this.#from.at;
  }

  /** The first row that is new to this run is reached: what an earlier run did is not of this one's rate. */
  begin({ done }: Progress, { lines }: Readonly<Counts>): void {
    this.#from = { at: this.#now(), lines, done };
  }

  show(progress: Progress, counts: Readonly<Counts>): void {
    const at = this.#now();
    if (at - this.#shownAt < (this.#screen.isTerminal ? DRAWN_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.#shownAt = at;
    const { lines, done } = this.#from;
    const own = { lines: counts.lines - lines, bytes: progress.done - done, seconds: (at - this.#from.at) / 1000 };
    const text = progressText(progress, counts, own);
    this.#screen.write(this.#screen.isTerminal ? `\r\u001B[2K${text}` : `${text}\n`);
  }

  /** Clears the line, so that what follows starts on a fresh one. */
  end(): void {
    if (this.#screen.isTerminal) this.#screen.write('\r\u001B[2K');
  }
}

/** One line of progress: bar, share, rows, rate and time left, the last two by what this run did itself. */
export function progressText(
  { done, total }: Progress,
  counts: Readonly<Counts>,
  own: { readonly lines: number; readonly bytes: number; readonly seconds: number },
): string {
  const share = total > 0 ? Math.min(done / total, 1) : 0;
  const filled = Math.round(share * BAR_CELLS);
  const rate = own.seconds > 0 ? Math.round(own.lines / own.seconds) : 0;
  const secondsLeft = own.bytes > 0 ? ((total - done) / own.bytes) * own.seconds : 0;
  const left = secondsLeft > 0 ? `，剩余约 ${clock(secondsLeft)}` : '';
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
  const rejected = counts.rejected > 0 ? `，拒绝 ${counts.rejected}` : '';
  return `${bar} ${(share * 100).toFixed(1).padStart(5)}%  ${counts.lines} 行，${rate} 行/秒${left}${rejected}`;
}

/** Seconds as m:ss, or h:mm:ss from an hour on. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const pad = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}
