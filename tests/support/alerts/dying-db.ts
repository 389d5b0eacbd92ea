import type { KyselyPlugin } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** What a process leaves that ends at a statement: nothing of the transaction that it was in. */
export class Died extends Error {}

/** The database as a process has it that ends before some of its statements, as `dies` says of each. */
export function dyingDb(db: Db, dies: () => boolean): Db {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (dies()) throw new Died('The process ended.');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}
