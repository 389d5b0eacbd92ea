/** Work that a save leaves for afterwards may be to fill a field in kept records: of which object, and which field. */
export const BACK_FILLS: readonly string[] = ['alter table index_job add column fill jsonb'];
