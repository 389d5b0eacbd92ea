import type pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { readLsn } from './position.ts';

/** A server and all that follow its log have one system identifier. */
const FACTS = `select pg_is_in_recovery() as standby, system_identifier::text as cluster,
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end::text as lsn
  from pg_control_system()`;

interface Facts {
  readonly standby: boolean;
  readonly cluster: string;
  readonly lsn: string | null;
}

/** What an operator learns of a server that was named as a replica. */
export type Surveyed = { readonly server: string } & (
  | { readonly fault: unknown }
  | { readonly isStandby: boolean; readonly isOfCluster: boolean; readonly behindBytes: number }
);

async function factsOf(pool: pg.Pool): Promise<Facts> {
  const [row] = (await pool.query<Facts>(FACTS)).rows;
  if (!row) throw new Error('The server says nothing of itself.');
  return row;
}

/** Asks each replica that is configured about itself, once. @throws what the writer says that cannot be asked */
export async function surveyReplicas({ pool, replicas }: Pick<Database, 'pool' | 'replicas'>): Promise<Surveyed[]> {
  if (!replicas) return [];
  const writer = await factsOf(pool);
  const ask = async ({ server, pool: reads }: { server: string; pool: pg.Pool }): Promise<Surveyed> => {
    try {
      const { standby, cluster, lsn } = await factsOf(reads);
      const behind = readLsn(writer.lsn ?? '0/0') - readLsn(lsn ?? '0/0');
      return {
        server,
        isStandby: standby,
        isOfCluster: cluster === writer.cluster,
        behindBytes: Math.max(0, Number(behind)),
      };
    } catch (fault) {
      return { server, fault };
    }
  };
  return Promise.all(replicas.servers.map(ask));
}
