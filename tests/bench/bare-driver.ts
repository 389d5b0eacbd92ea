import type pg from 'pg';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import type { Services } from '#server/services.ts';

/** A statement as the driver takes it. */
export type BareStatement = pg.QueryArrayConfig & { values: unknown[] };

/** A reader that notes its statements and finds nothing. */
export function recordingReader(services: Services, statements: BareStatement[]): RecordReader {
  const recording = { query: async (config: BareStatement) => (statements.push(config), { rows: [] }) };
  const { vault } = services.database;
  return new RecordReader({ kind: 'embedded', reads: recording as unknown as pg.Pool, vault }, services.catalog);
}

/** A connection knows a name for ever. */
const NAMES = new Map<string, string>();

function nameOf(text: string): string {
  const name = NAMES.get(text) ?? `bare_${NAMES.size}`;
  NAMES.set(text, name);
  return name;
}

/** How often a second whole scripts of statements run through the driver alone, each of them by a name of its own. */
export async function bareRate(
  services: Services,
  scripts: readonly (readonly BareStatement[])[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const { reads } = services.database;
  const started = performance.now();
  const until = started + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        for (const { text, values } of scripts[done % scripts.length] ?? [])
          await reads.query({ text, values, rowMode: 'array', name: nameOf(text) });
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - started) / 1000);
}
