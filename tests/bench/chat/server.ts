import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { openListenSockets } from '#server/http/listen-sockets.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { fillPeople } from './people.ts';

/** What the server receives; one JSON text as its argument. */
export interface ServerOrder {
  readonly url?: string;
  readonly dataDir?: string;
  /** 0 for any. */
  readonly port: number;
  /** People to bring in; none when they are there. */
  readonly people: number;
}

/** What it says when it listens, and whenever it is asked. */
export interface ServerReport {
  readonly port: number;
  /** See fillPeople. */
  readonly base: number;
  /** After the garbage was collected, in bytes. */
  readonly memory: NodeJS.MemoryUsage;
  /** Milliseconds of one core since it began. */
  readonly cpu: number;
  /** Nanoseconds of a clock that all processes share, as text. */
  readonly listeningAt: string;
}

/** The product without its pages, in a process of its own. */
async function serve({ url, dataDir, port, people }: ServerOrder): Promise<void> {
  const database = await openDatabase({ url, dataDir });
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(database, shipped, () => new Date());
  const base = people > 0 ? await fillPeople(database, people) : 0;
  const app = await createApp(services, { signInLimit: 1000 });
  const sockets = await openListenSockets(app, { host: '127.0.0.1', port });
  const listeningAt = String(process.hrtime.bigint());
  const report = (): ServerReport => {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    return { port: sockets.port, base, memory: process.memoryUsage(), cpu: (user + system) / 1000, listeningAt };
  };
  process.on('message', () => process.send?.(report()));
  // A profile is written by a process that ends, not by one that is killed.
  process.on('SIGTERM', () => process.exit(0));
  process.send?.(report());
}

await serve(JSON.parse(process.argv[2] ?? '{}') as ServerOrder);
