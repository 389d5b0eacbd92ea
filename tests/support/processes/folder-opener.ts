// A process that opens an embedded database and leaves. Exit code 7, with the words on stderr: it was refused.
import { openDatabase } from '#server/db/database.ts';

try {
  const database = await openDatabase({ dataDir: process.argv[2] });
  await database.close();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 7;
}
