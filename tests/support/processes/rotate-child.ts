// Rotates keys as the command does, and is killed after its slice number `killAt`.
import { openDatabase } from '#server/db/database.ts';
import { rotateKeys } from '#server/platform/keys/rotation.ts';
import { sealedKinds } from '#server/sealed-kinds.ts';

/** What a child is asked to do. */
export interface RotateWork {
  readonly url?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly secretKey: string;
  readonly killAt: number;
  readonly now: string;
}

const { url, dataDir, secretKey, killAt, now } = JSON.parse(process.argv[2] ?? '') as RotateWork;
const database = await openDatabase({ url, dataDir, secretKey });
let slices = 0;
await rotateKeys({
  database,
  kinds: await sealedKinds(database.db),
  now: new Date(now),
  progress: () => {
    slices += 1;
    if (slices === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
await database.close();
