/** Light or dark, or as the reader's system is set. */
export const APPEARANCES = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** The cookie in which a browser keeps the choice; without it, or with another value, the system decides. */
export const APPEARANCE_COOKIE = 'appearance';
