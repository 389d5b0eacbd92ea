import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isList } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';

export interface EdgeLink {
  readonly id: number;
  readonly field: string;
  readonly filledTo: string;
  readonly done: boolean;
}

/** The links of an object whose edges are kept; with `lock` no other process fills them until the transaction ends. */
export async function edgeLinksOf(db: Db, objectApiName: string, lock = false): Promise<EdgeLink[]> {
  const { rows } = await sql<EdgeLink>`
    select id, field_api_name as field, filled_to as "filledTo", done from derived_link
    where object_api_name = ${objectApiName} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows;
}

/** A record `child` names the record `parent` by a link. */
export interface Edge {
  readonly linkId: number;
  readonly parent: string;
  readonly child: string;
}

const edgeRows = (edges: readonly Edge[]) => sql`
  unnest(${edges.map(({ linkId }) => linkId)}::integer[], ${edges.map(({ parent }) => parent)}::bigint[],
    ${edges.map(({ child }) => child)}::bigint[]) as e(link_id, parent, child)`;

/** The insert of edges, as a part of a statement. */
export const edgesInsert = (edges: readonly Edge[]) => sql`
  insert into derived_edge (link_id, parent, child)
  select link_id, parent, child from ${edgeRows(edges)} on conflict do nothing`;

export async function removeEdges(trx: Db, edges: readonly Edge[]): Promise<void> {
  if (edges.length === 0) return;
  await sql`
    delete from derived_edge k using ${edgeRows(edges)}
    where k.link_id = e.link_id and k.parent = e.parent and k.child = e.child`.execute(trx);
}

/** Writes the edges that lead to some records again, from the lists of references themselves. */
export async function rebuildEdges(
  trx: Db,
  table: string,
  { id, field }: Pick<EdgeLink, 'id' | 'field'>,
  parents: readonly string[],
): Promise<void> {
  await sql`delete from derived_edge where link_id = ${id} and parent = any(${parents}::bigint[])`.execute(trx);
  await sql`
    insert into derived_edge (link_id, parent, child)
    select distinct ${id}::integer, x.parent, c.id from ${sql.table(table)} c
    cross join lateral unnest(c.${sql.ref(field)}) as x(parent)
    where c.${sql.ref(field)} && ${parents}::bigint[] and x.parent = any(${parents}::bigint[])
    on conflict do nothing`.execute(trx);
}

/** Fills in the edges of the next records behind `filledTo`; says how far it came, null when there are no more. */
export async function fillEdges(
  trx: Db,
  table: string,
  link: Pick<EdgeLink, 'id' | 'field' | 'filledTo'>,
  limit: number,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id > ${link.filledTo}::bigint order by id limit ${limit} for update`.execute(
    trx,
  );
  const ids = rows.map(({ id }) => String(id));
  await sql`
    insert into derived_edge (link_id, parent, child)
    select distinct ${link.id}::integer, x.parent, c.id from ${sql.table(table)} c
    cross join lateral unnest(c.${sql.ref(link.field)}) as x(parent)
    where c.id = any(${ids}::bigint[]) order by 2, 3 on conflict do nothing`.execute(trx);
  const last = ids.length < limit ? null : (ids.at(-1) ?? null);
  await sql`
    update derived_link set filled_to = ${last ?? ids.at(-1) ?? link.filledTo}::bigint, done = ${last === null}
    where id = ${link.id}`.execute(trx);
  return last;
}

/** Records of an object that name one of these by any of its links. */
export async function idsNaming(
  db: Db,
  table: string,
  links: readonly FieldDefinition[],
  named: readonly string[],
): Promise<string[]> {
  const tests = links.map((link) =>
    isList(link)
      ? sql`${sql.ref(link.apiName)} && ${named}::bigint[]`
      : sql`${sql.ref(link.apiName)} = any(${named}::bigint[])`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.join(tests, sql` or `)} order by id`.execute(db);
  return rows.map(({ id }) => String(id));
}
