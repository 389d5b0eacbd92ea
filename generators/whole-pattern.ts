/** What staff wrote, without the marks of begin and end, which are meant anyway. */
export const barePattern = (source: string): string =>
  source.replace(/^\^/u, '').replace(/(?<!\\)((?:\\\\)*)\$$/u, '$1');

/** The pattern that a whole value has to meet, for engines with the flag `u`. */
export const wholePattern = (source: string): string => `^(?:${barePattern(source)})$`;
