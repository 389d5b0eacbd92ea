/**
 * Screens that nobody is sent away from when authentication fails. Of what the product calls white-listed the project
 * album is part of the project's page, large transactions have the page of every transaction, and research reports stand
 * among the news.
 */
const WHITE_LIST: readonly RegExp[] = [
  /^\/login$/,
  /^\/forget$/,
  /^\/dashboard$/,
  /^\/insight\/(InsightProject|InsightInvestor|InsightTransaction)\//,
  /^\/news\//,
  /^\/helpCenter(\/|$)/,
  // Public: what a shared search finds is shown although the session of who opens it is over.
  /^\/search(\/|$)/,
];

/** True for a path that is shown, as far as it can be, to people who are not signed in. */
export const isWhiteListed = (pathname: string): boolean => WHITE_LIST.some((pattern) => pattern.test(pathname));
