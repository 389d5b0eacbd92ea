/** Screens that nobody is sent away from when authentication fails. */
const WHITE_LIST: readonly RegExp[] = [
  /^\/login$/,
  /^\/forget$/,
  /^\/dashboard$/,
  /^\/insight\/(InsightProject|InsightInvestor)\//,
  /^\/news\//,
  /^\/helpCenter$/,
];

/** True for a path that is shown, as far as it can be, to people who are not signed in. */
export const isWhiteListed = (pathname: string): boolean => WHITE_LIST.some((pattern) => pattern.test(pathname));
