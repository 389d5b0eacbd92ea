// Backs up or restores as the commands do, and is killed when it says a given word.
import { takeBackup } from '#server/platform/backups/take-backup.ts';
import { restoreInstallation } from '#server/platform/backups/restore-installation.ts';
import { openDatabase } from '#server/db/database.ts';
import { sealedKinds } from '#server/sealed-kinds.ts';
import type { ChildWork } from './backup-world.ts';

const { task, file, word, url, dataDir, folders, release, now } = JSON.parse(process.argv[2] ?? '') as ChildWork;
const secretKey = process.env['SECRET_KEY'];

const progress = (line: string) => {
  if (line.includes(word)) process.kill(process.pid, 'SIGKILL');
};

if (task === 'backup') {
  const database = await openDatabase({ url, dataDir });
  await takeBackup(database, { file, folders, release, now: new Date(now), progress });
  await database.close();
} else {
  const database = { url, dataDir, secretKey };
  await restoreInstallation({ file, database, folders, passphrase: undefined, release, sealedKinds, progress });
}
