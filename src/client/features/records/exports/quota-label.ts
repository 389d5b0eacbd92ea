import type { ExportQuota } from '#schemas/api/exports.ts';

/** Exports left of a quota: null for as many as wanted, undefined while not known. */
export const exportsLeft = (quota: ExportQuota | undefined): number | null | undefined =>
  quota && (quota.limit === null ? null : Math.max(0, quota.limit - quota.used));

/** How many exports are left today, in words. */
export function quotaLabel(left: number | null | undefined, quota: ExportQuota | undefined): string {
  if (left === undefined || !quota) return ' ';
  if (left === null) return '导出次数不限。';
  if (left === 0) return `今日的 ${quota.limit} 次导出已用完，请明天再试。`;
  return `今日还可导出 ${left} 次（每日 ${quota.limit} 次）。`;
}
