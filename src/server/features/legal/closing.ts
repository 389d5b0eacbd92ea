import { consentsWithTexts } from './queries.ts';

/** What a user agreed to, for the copy of what is kept about the user. It stays when the account is closed. */
export const copyOfConsents = consentsWithTexts;
