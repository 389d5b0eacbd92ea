/** What everybody reads in place of the name of somebody whose account is closed. */
export const CLOSED_NAME = '已注销用户';
