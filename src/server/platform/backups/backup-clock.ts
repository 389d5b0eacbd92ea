import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockWork } from '#server/core/jobs/work-lock.ts';
import type { Database } from '#server/db/database.ts';
import { shanghaiTime } from '#shared/time/shanghai.ts';
import type { InstallationFiles } from './installation-files.ts';
import { beginRun, endRun, runOf } from './run-queries.ts';
import { takeBackup } from './take-backup.ts';
import { verifyBackup, type VerifyOptions } from './verify-backup.ts';

/** Backups that the server takes by itself, as the environment says. */
export interface BackupPlan {
  /** Time of the day in Asia/Shanghai, as `03:30`. */
  readonly at: string;
  /** Folder that they are written to. */
  readonly to: string;
  /** How many verified ones are kept. */
  readonly keep: number;
}

export interface BackupClockDeps {
  readonly database: Database;
  readonly plan: BackupPlan;
  readonly folders: InstallationFiles;
  readonly release: string;
  readonly url: string | undefined;
  readonly sealedKinds: VerifyOptions['sealedKinds'];
  readonly now: () => Date;
  /** Hears of a backup that failed. */
  readonly fail: (error: unknown) => void;
}

/** Any number will do, as long as it is ours. */
const LOCK = 7_315_250;
/** Times that the backup of a day is begun: one that ends its process would end every process after it. */
const MOST_TRIES = 3;
const NAME = /^jingtu-\d{8}-\d{4}(-\d)?\.zip$/;
/** Behind the name of one that was not found to be good. It is kept until the next such one. */
const UNVERIFIED = '.unverified';
const silent = () => undefined;

/** Takes the backup of each day once it is time, in one process of all that are on a database. */
export class BackupClock {
  readonly #deps: BackupClockDeps;
  /** The last day that needs nothing more. */
  #done = '';
  #isBusy = false;

  constructor(deps: BackupClockDeps) {
    this.#deps = deps;
  }

  /** Takes the backup of the day where it is due and no process has. To be called every minute or so; never throws. */
  async tick(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#tick();
    } catch (error) {
      this.#deps.fail(error);
    } finally {
      this.#isBusy = false;
    }
  }

  async #tick(): Promise<void> {
    const { database, plan, now } = this.#deps;
    const time = shanghaiTime(now());
    const day = time.slice(0, 10);
    if (day === this.#done || time.slice(11, 16) < plan.at) return;
    const unlock = await lockWork(database, LOCK);
    if (!unlock) return;
    try {
      const run = await runOf(database.db, day);
      const isOver = run !== undefined && (run.ended_at !== null || run.tries >= MOST_TRIES);
      this.#done = day;
      if (!isOver) await this.#run(day, `${time.slice(11, 13)}${time.slice(14, 16)}`);
    } finally {
      await unlock();
    }
  }

  async #run(day: string, minute: string): Promise<void> {
    const { database, plan, folders, release, url, sealedKinds, now, fail } = this.#deps;
    const file = freeName(plan.to, `jingtu-${day.replaceAll('-', '')}-${minute}`);
    await beginRun(database.db, day, now());
    try {
      const { vault } = database;
      await takeBackup(database, { file, folders, release, now: now(), progress: silent });
      await verifyBackup({ file, vault, release, url, sealedKinds, now: now(), progress: silent });
      await endRun(database.db, day, { file }, now());
      await removeOld(plan);
    } catch (error) {
      await keepAside(plan.to, file);
      await endRun(database.db, day, { problem: (error as Error).message }, now());
      fail(error);
    }
  }
}

/** A process that died may have left a file of the same minute. */
function freeName(folder: string, name: string): string {
  const names = [name, ...Array.from({ length: MOST_TRIES }, (_, index) => `${name}-${index + 1}`)];
  const free = names.find((each) => !existsSync(path.join(folder, `${each}.zip`))) ?? name;
  return path.join(folder, `${free}.zip`);
}

/** One that is not good must neither count as one of those that are kept nor be thrown away unseen. */
async function keepAside(folder: string, file: string): Promise<void> {
  if (!existsSync(file)) return;
  for (const name of await readdir(folder))
    if (name.endsWith(UNVERIFIED)) await rm(path.join(folder, name), { force: true });
  await rename(file, `${file}${UNVERIFIED}`);
}

/** Names have the time in them, so that their order is that of the times. */
async function removeOld({ to, keep }: BackupPlan): Promise<void> {
  const names = (await readdir(to)).filter((name) => NAME.test(name)).toSorted();
  for (const name of names.slice(0, -keep)) await rm(path.join(to, name), { force: true });
}
