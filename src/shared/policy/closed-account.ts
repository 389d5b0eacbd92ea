/** What replaces the name of a user whose account is closed. */
export const CLOSED_NAME = '已注销用户';
