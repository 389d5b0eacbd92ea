import type { Counts } from './report/counts.ts';
import type { Progress } from './reading/raw-row.ts';

const BAR_CELLS = 24;
const PLAIN_EVERY_MS = 5000;
const DRAWN_EVERY_MS = 100;

/** Where progress is shown: a terminal that can redraw its line, or plain lines. */
export interface Screen {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

/** Shows how far an import is, at what rate, and how long it will take. */
export class ProgressLine {
  readonly #screen: Screen;
  readonly #now: () => number;
  readonly #started: number;
  #firstRows = -1;
  #shownAt = -Infinity;

  constructor(screen: Screen, now: () => number) {
    this.#screen = screen;
    this.#now = now;
    this.#started = now();
    if (!screen.isTerminal) this.#shownAt = this.#started;
  }

  show(progress: Progress, counts: Readonly<Counts>): void {
    const at = this.#now();
    // Rows of an earlier run are not of this run's rate.
    if (this.#firstRows < 0) this.#firstRows = Math.max(counts.lines - 1000, 0);
    if (at - this.#shownAt < (this.#screen.isTerminal ? DRAWN_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.#shownAt = at;
    const text = progressText(progress, counts, counts.lines - this.#firstRows, (at - this.#started) / 1000);
    this.#screen.write(this.#screen.isTerminal ? `\r\u001B[2K${text}` : `${text}\n`);
  }

  /** Clears the line, so that what follows starts on a fresh one. */
  end(): void {
    if (this.#screen.isTerminal) this.#screen.write('\r\u001B[2K');
  }
}

/** One line of progress: bar, share, rows, rate and time left. */
export function progressText(
  { done, total }: Progress,
  counts: Readonly<Counts>,
  lines: number,
  seconds: number,
): string {
  const share = total > 0 ? Math.min(done / total, 1) : 0;
  const filled = Math.round(share * BAR_CELLS);
  const rate = seconds > 0 ? Math.round(lines / seconds) : 0;
  const left = share > 0 && share < 1 && seconds > 0 ? `，剩余约 ${clock((seconds / share) * (1 - share))}` : '';
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
