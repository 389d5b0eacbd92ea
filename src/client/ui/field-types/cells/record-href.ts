import { createContext } from 'react';

/** Address of a record's page, by object and id. */
export type RecordHref = (objectApiName: string, id: string) => string;

/** Where links to records point; the app may provide another rule. */
export const RecordHrefContext = createContext<RecordHref>((objectApiName, id) => `#/insight/${objectApiName}/${id}`);
