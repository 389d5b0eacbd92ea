import { Type } from 'typebox';

/** Bounds of a reason in code points, without the blanks around it. */
export const MIN_REASON = 2;
export const MAX_REASON = 500;

/** Why staff do something: kept in the audit log for ever. Blanks around it are allowed and not counted. */
export const StaffReason = Type.String({
  maxLength: 2 * MAX_REASON,
  pattern: `^\\s*\\S[\\s\\S]{0,${MAX_REASON - 2}}\\S\\s*$`,
  description: `原因：${MIN_REASON} 到 ${MAX_REASON} 个字符`,
});
