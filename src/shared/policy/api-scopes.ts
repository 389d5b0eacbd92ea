/** Reading every object that the owner may read. */
export const READ_ALL = 'read:*';
/** Following what changes. */
export const FOLLOW = 'delta';
/** The tools of the assistant. */
export const ASSISTANT = 'assistant';

/** Reading the records of one object. */
export const readScope = (objectApiName: string): string => `read:${objectApiName}`;

/** May a key with these scopes read this object? */
export const mayRead = (scopes: readonly string[], objectApiName: string): boolean =>
  scopes.includes(READ_ALL) || scopes.includes(readScope(objectApiName));
