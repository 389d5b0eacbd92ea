/**
 * What a database has beside its rows, read from its catalog: each query gives `name` and the `sql` that makes it again.
 * They are read with `search_path = public`, so that names of the schema come without it. What belongs to an extension is
 * the extension's.
 */

const OWN = "n.nspname = 'public'";
/** `oid` of a catalog `table` is not of an extension. */
const notOfExtension = (table: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${table}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
const RELATION = `pg_class c join pg_namespace n on n.oid = c.relnamespace`;
const ownRelation = (kinds: string) => `${OWN} and c.relkind in (${kinds}) and ${notOfExtension('pg_class', 'c.oid')}`;
const LIVE_COLUMN = 'a.attnum > 0 and not a.attisdropped';

/** Of what the product never makes, and what this does not carry. */
export const STRANGE = `
  select c.relname::text as name from ${RELATION}
    where ${ownRelation("'m', 'f', 'p', 'I'")} or (${ownRelation("'r'")} and (c.relispartition or c.relrowsecurity
      or exists (select from pg_inherits i where i.inhrelid = c.oid)))
  union all select t.typname::text from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where ${OWN} and t.typtype in ('d', 'e', 'r', 'm') and ${notOfExtension('pg_type', 't.oid')} and t.typelem = 0
  union all select p.proname::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${OWN} and p.prokind = 'a' and ${notOfExtension('pg_proc', 'p.oid')}
  union all select r.rulename::text from pg_rewrite r join pg_class c on c.oid = r.ev_class
    join pg_namespace n on n.oid = c.relnamespace where ${OWN} and r.rulename <> '_RETURN' and ${notOfExtension('pg_class', 'c.oid')}
  union all select s.stxname::text from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where ${OWN}
  order by 1`;

/** Whether anything is there at all. */
export const IS_EMPTY = `
  select not exists (select from ${RELATION} where ${ownRelation("'r', 'v', 'S', 'm', 'f', 'p', 'c'")})
    and not exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${OWN} and ${notOfExtension('pg_proc', 'p.oid')}) as empty`;

/** Tables, and their columns that rows bring along. */
export const TABLES = `
  select c.relname::text as name, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and ${LIVE_COLUMN} and a.attgenerated = '' order by a.attnum) as columns
  from ${RELATION} where ${ownRelation("'r'")} order by 1`;

export const VIEW_COLUMNS = `
  select c.relname::text as name, array(select a.attname || ' ' || format_type(a.atttypid, a.atttypmod) from pg_attribute a
      where a.attrelid = c.oid and ${LIVE_COLUMN} order by a.attnum) as columns
  from ${RELATION} where ${ownRelation("'v'")} order by 1`;

const TYPE_OF_COLUMN = `format_type(a.atttypid, a.atttypmod)
  || case when a.attcollation not in (0, t.typcollation) then
       (select ' collate ' || case when x.collnamespace = 'pg_catalog'::regnamespace then quote_ident(x.collname)
         else quote_ident(x.collnamespace::regnamespace::text) || '.' || quote_ident(x.collname) end
        from pg_collation x where x.oid = a.attcollation) else '' end`;

export const TYPES = `
  select c.relname::text as name, format('create type %I as (%s)', c.relname, (
    select string_agg(format('%I %s', a.attname, ${TYPE_OF_COLUMN}), ', ' order by a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = c.oid and ${LIVE_COLUMN})) as sql
  from ${RELATION} where ${ownRelation("'c'")} order by c.oid`;

const functions = (ofTables: boolean) => `
  select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as sql
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${OWN} and p.prokind in ('f', 'p', 'w') and ${notOfExtension('pg_proc', 'p.oid')}
    and ${ofTables ? '' : 'not'} exists (select from pg_depend d join pg_type t on d.refclassid = 'pg_type'::regclass and t.oid = d.refobjid
      left join pg_type item on item.oid = t.typelem
      join pg_class r on r.oid = greatest(t.typrelid, item.typrelid) and r.relkind <> 'c'
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid)
  order by p.oid`;

export const FUNCTIONS = functions(false);
/** Those that take or give rows of tables. */
export const FUNCTIONS_OF_TABLES = functions(true);

const SEQUENCE_OPTIONS = `format('increment by %s minvalue %s maxvalue %s start with %s cache %s %s',
  q.seqincrement, q.seqmin, q.seqmax, q.seqstart, q.seqcache, case when q.seqcycle then 'cycle' else 'no cycle' end)`;
const OWNER = (types: string) => `pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid
  and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0 and d.deptype in (${types})`;

/** Those that are not of an identity column. */
export const SEQUENCES = `
  select c.relname::text as name, format('create sequence %I as %s %s', c.relname, format_type(q.seqtypid, null), ${SEQUENCE_OPTIONS}) as sql
  from ${RELATION} join pg_sequence q on q.seqrelid = c.oid left join ${OWNER("'i'")}
  where ${ownRelation("'S'")} and d.objid is null order by 1`;

export const OWNED_SEQUENCES = `
  select c.relname::text as name, format('alter sequence %I owned by %s.%I', c.relname, d.refobjid::regclass, a.attname) as sql
  from ${RELATION} join ${OWNER("'a'")} join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where ${ownRelation("'S'")} order by 1`;

/** How far each sequence has come. Sequences are outside of any snapshot: ask after the rows were read. */
export const SEQUENCE_VALUES = `
  select sequencename::text as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`;

export const TABLE_STATEMENTS = `
  select c.relname::text as name, format('create %stable %I (%s)%s', case when c.relpersistence = 'u' then 'unlogged ' else '' end,
    c.relname, (
      select string_agg(concat_ws(' ', quote_ident(a.attname), ${TYPE_OF_COLUMN},
        case when a.attgenerated = 's' then format('generated always as (%s) stored', pg_get_expr(f.adbin, f.adrelid))
          when a.attgenerated = 'v' then format('generated always as (%s) virtual', pg_get_expr(f.adbin, f.adrelid))
          when a.attidentity <> '' then (
            select format('generated %s as identity (sequence name %s %s)',
              case a.attidentity when 'a' then 'always' else 'by default' end, q.seqrelid::regclass, ${SEQUENCE_OPTIONS})
            from pg_sequence q join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = q.seqrelid and d.deptype = 'i'
            where d.refobjid = c.oid and d.refobjsubid = a.attnum)
          when f.adbin is not null then 'default ' || pg_get_expr(f.adbin, f.adrelid) end,
        case when a.attnotnull then 'not null' end), ', ' order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
      where a.attrelid = c.oid and ${LIVE_COLUMN}),
    ' with (' || array_to_string(c.reloptions, ', ') || ')') as sql
  from ${RELATION} where ${ownRelation("'r'")} order by 1`;

/** How single columns are stored and counted, where that was set. */
export const COLUMN_SETTINGS = `
  select c.relname || '.' || a.attname || ' ' || s.what as name, format('alter table %I alter column %I set %s', c.relname, a.attname, s.setting) as sql
  from ${RELATION} join pg_attribute a on a.attrelid = c.oid and ${LIVE_COLUMN} join pg_type t on t.oid = a.atttypid
  cross join lateral (values
    ('storage', case when a.attstorage <> t.typstorage then 'storage ' || case a.attstorage
      when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end end),
    ('compression', case when a.attcompression <> '' then 'compression ' || case a.attcompression when 'l' then 'lz4' else 'pglz' end end),
    ('statistics', case when a.attstattarget >= 0 then 'statistics ' || a.attstattarget end),
    ('counts', (select '(' || string_agg(o, ', ') || ')' from unnest(a.attoptions) o where o like 'n\\_distinct%'))
  ) s(what, setting)
  where ${ownRelation("'r'")} and s.setting is not null order by 1`;

const constraints = (kinds: string) => `
  select c.relname || '.' || k.conname as name,
    format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as sql
  from pg_constraint k join ${RELATION} on c.oid = k.conrelid
  where ${ownRelation("'r'")} and k.contype in (${kinds}) order by k.contype <> 'p', 1`;

export const CONSTRAINTS = constraints("'p', 'u', 'x', 'c'");
export const FOREIGN_KEYS = constraints("'f'");

/** Whole ones: what is being built now, or could not be, is built again from the list of index jobs. */
export const INDEXES = `
  select c.relname::text as name, pg_get_indexdef(c.oid) as sql
  from pg_index i join ${RELATION} on c.oid = i.indexrelid join pg_class owner on owner.oid = i.indrelid and owner.relkind = 'r'
  where ${ownRelation("'i'")} and i.indisvalid and pg_get_indexdef(c.oid) is not null
    and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x')) order by 1`;

export const TRIGGERS = `
  select c.relname || '.' || g.tgname as name, pg_get_triggerdef(g.oid)
    || case when g.tgenabled = 'O' then '' else format('; alter table %I %s trigger %I', c.relname,
      case g.tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, g.tgname) end as sql
  from pg_trigger g join ${RELATION} on c.oid = g.tgrelid where ${ownRelation("'r', 'v'")} and not g.tgisinternal order by 1`;

/** With the views that each reads. */
export const VIEWS = `
  select c.relname::text as name, format('create view %I (%s)%s as %s', c.relname,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a where a.attrelid = c.oid and ${LIVE_COLUMN}),
    ' with (' || array_to_string(c.reloptions, ', ') || ')', rtrim(pg_get_viewdef(c.oid), ';')) as sql,
    array(select distinct v.relname::text from pg_rewrite r
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
      join pg_class v on v.oid = d.refobjid and v.relkind = 'v' and v.oid <> c.oid
      where r.ev_class = c.oid) as needs
  from ${RELATION} where ${ownRelation("'v'")} order by c.oid`;

export const COMMENTS = `
  select c.relname || coalesce('.' || a.attname, '') as name, format('comment on %s is %L',
    case when a.attname is null then format('%s %I', case c.relkind when 'v' then 'view' when 'i' then 'index' when 'S' then 'sequence' else 'table' end, c.relname)
      else format('column %I.%I', c.relname, a.attname) end, x.description) as sql
  from pg_description x join ${RELATION} on c.oid = x.objoid and x.classoid = 'pg_class'::regclass
  left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.objsubid and x.objsubid > 0
  where ${ownRelation("'r', 'v', 'i', 'S'")} order by 1`;
