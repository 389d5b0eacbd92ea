/** Takes a lock of the database on a connection of its own; false when another process has it. */
export const lockSql = (key: number): string => `select pg_try_advisory_lock(${key}) as taken`;
export const unlockSql = (key: number): string => `select pg_advisory_unlock(${key})`;
