import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Mail } from '#server/platform/providers/mail/mail-sender.ts';
import type { Prng } from '#tests/support/prng.ts';

/** Statements of a process that write, at most: a few readings of the log, and a digest with its notice and its mail. */
const LAST_STATEMENT = 25;

/** What a process that alerts receives. */
export interface WorkerTask {
  readonly url: string;
  /** File that says what time it is. */
  readonly clock: string;
  /** File to which what it mails is added, a line each. */
  readonly mails: string;
  readonly killAt: number;
  readonly sent: boolean;
}

/** Processes that alert, each replaced by another when it has killed itself. */
export class AlertWorkers {
  readonly #child: string;
  readonly #url: string;
  readonly #random: Prng;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'jingtu-alert-kills-'));
  readonly #clock = path.join(this.#folder, 'clock');
  readonly #running = new Set<ChildProcess>();
  kills = 0;

  /** @param child the file of this folder that such a process runs */
  constructor(child: string, url: string, random: Prng, now: Date) {
    this.#child = path.join(import.meta.dirname, child);
    this.#url = url;
    this.#random = random;
    this.setClock(now);
  }

  get #mails(): string {
    return path.join(this.#folder, 'mails');
  }

  /** Says what time it is to all of them. */
  setClock(now: Date): void {
    const fresh = `${this.#clock}-new`;
    writeFileSync(fresh, now.toISOString());
    renameSync(fresh, this.#clock);
  }

  keepMail(mail: Mail): void {
    writeFileSync(this.#mails, `${JSON.stringify(mail)}\n`, { flag: 'a' });
  }

  /** Mails that left any of the processes. */
  mails(): Mail[] {
    const lines = readFileSync(this.#mails, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Mail);
  }

  /** One after the other, until so many processes of all were killed. @throws where one ends in another way */
  async run(kills: number): Promise<void> {
    while (this.kills < kills) {
      const { signal, code } = await this.#one();
      if (signal !== 'SIGKILL') throw new Error(`A process that alerts ended with ${code ?? signal}`);
      this.kills += 1;
    }
  }

  clear(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #one(): Promise<{ signal: string | null; code: number | null }> {
    const killAt = this.#random.int(1, LAST_STATEMENT);
    const task: WorkerTask = {
      url: this.#url,
      clock: this.#clock,
      mails: this.#mails,
      killAt,
      sent: this.#random.chance(0.5),
    };
    const child = spawn(process.execPath, [this.#child, JSON.stringify(task)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#running.add(child);
    return new Promise((resolve) =>
      child.on('close', (code, signal) => {
        this.#running.delete(child);
        resolve({ code, signal });
      }),
    );
  }
}
