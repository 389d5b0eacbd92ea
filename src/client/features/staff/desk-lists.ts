import type { LogEntry, LogFilter } from '#schemas/api/audit-log.ts';
import { readLog, readLogActions } from '#schemas/generated/api/audit-log.ts';
import type { Api } from '#client/lib/api.ts';
import { FilteredList } from './filtered-list.ts';

export type LogList = FilteredList<LogEntry, LogFilter>;

export const logList = (api: Api): LogList => new FilteredList((query) => api.call(readLog, { query }));

/** Every action that the log has an entry of; none where that could not be read. */
export const logActions = (api: Api): Promise<string[]> => api.call(readLogActions).catch(() => []);
