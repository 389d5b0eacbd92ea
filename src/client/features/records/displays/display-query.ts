import type { ListQuery } from '#schemas/api/records.ts';

/** Which records of an object a look of its list shows, and in what order. */
export type DisplayQuery = Pick<ListQuery, 'objectApiName' | 'filter' | 'keyword' | 'sort'>;

/** Of a list's question what its other looks ask too. */
export const displayQuery = ({ objectApiName, filter, keyword, sort }: ListQuery): DisplayQuery => ({
  objectApiName,
  ...(filter !== undefined && { filter }),
  ...(keyword && { keyword }),
  ...(sort && { sort }),
});
