import type { LogEntry, LogFilter } from '#schemas/api/audit-log.ts';
import { readLog, readLogActions } from '#schemas/generated/api/audit-log.ts';
import type { StaffReport } from '#schemas/api/reports.ts';
import { listReports } from '#schemas/generated/api/reports.ts';
import type { QueryOf } from '#schemas/api/route.ts';
import type { AccountState, StaffUser, UserKind } from '#schemas/api/staff.ts';
import { findUsers } from '#schemas/generated/api/staff.ts';
import type { Api } from '#client/lib/api.ts';
import { FilteredList } from './filtered-list.ts';

/** What users are narrowed to; the word is never in an address, as it may be a phone number. */
export interface UserFilter {
  readonly word?: string;
  readonly kind?: UserKind;
  readonly state?: AccountState;
}
export type ReportFilter = Omit<QueryOf<typeof listReports>, 'after'>;

export type UserList = FilteredList<StaffUser, UserFilter>;
export type ReportList = FilteredList<StaffReport, ReportFilter>;
export type LogList = FilteredList<LogEntry, LogFilter>;

export const userList = (api: Api): UserList => new FilteredList((body) => api.call(findUsers, { body }));
export const reportList = (api: Api): ReportList => new FilteredList((query) => api.call(listReports, { query }));
export const logList = (api: Api): LogList => new FilteredList((query) => api.call(readLog, { query }));

/** Every action that the log has an entry of; none where that could not be read. */
export const logActions = (api: Api): Promise<string[]> => api.call(readLogActions).catch(() => []);
