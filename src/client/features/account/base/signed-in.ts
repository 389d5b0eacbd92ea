/** Said when a user has signed in, by whatever way. */
export const SIGNED_IN = '登录成功';
