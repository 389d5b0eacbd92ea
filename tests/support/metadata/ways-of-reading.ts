import type { TestApp, Who } from '#tests/support/app/test-app.ts';

/** Every way by which records of an object are read: here fairs, with stalls that they are in. */
export type WayOfReading = readonly [way: string, read: (who: Who) => Promise<{ readonly code: number }>];

interface Fairs {
  readonly test: () => TestApp;
  readonly fairId: () => string;
  readonly stallId: () => string;
  /** A part of the name of the fair. */
  readonly word: string;
}

const OF_FAIRS = { objectApiName: 'Fair' };

export function waysOfReading({ test, fairId, stallId, word }: Fairs): readonly WayOfReading[] {
  const post = (who: Who, path: string, body: object) => test().post<unknown>(who, `/api/metadata/${path}`, body);
  const get = (who: Who, path: string) => test().get<unknown>(who, encodeURI(path));
  return [
    ['a list', (who) => post(who, 'data/getLayoutAndDataList', OF_FAIRS)],
    ['a list by keyword', (who) => post(who, 'data/getLayoutAndDataList', { ...OF_FAIRS, keyword: word })],
    [
      'a list in an order',
      (who) => post(who, 'data/getLayoutAndDataList', { ...OF_FAIRS, sort: [{ field: 'createdAt', order: 'asc' }] }),
    ],
    ['a count', (who) => post(who, 'data/count', OF_FAIRS)],
    ['a total', (who) => post(who, 'data/totals', { ...OF_FAIRS, fields: ['size'] })],
    ['counts of options', (who) => post(who, 'data/optionCounts', { ...OF_FAIRS, field: 'kind' })],
    ['groups', (who) => post(who, 'data/groups', { ...OF_FAIRS, by: 'kind' })],
    ['a record', (who) => get(who, `/api/metadata/data/Fair/${fairId()}`)],
    ['its history', (who) => get(who, `/api/metadata/data/Fair/${fairId()}/history`)],
    ['names', (who) => get(who, `/api/metadata/queryDataByName?objectApiName=Fair&name=${word}`)],
    ['names by id', (who) => get(who, `/api/metadata/queryDataByName?objectApiName=Fair&ids=${fairId()}`)],
    ['an export', (who) => post(who, 'export', { ...OF_FAIRS, format: 'csv', fields: ['name'] })],
    ['the definition', (who) => get(who, '/api/metadata/object/Fair')],
    [
      'what points there, of another list',
      (who) =>
        post(who, 'data/getLayoutAndDataList', {
          objectApiName: 'Stall',
          filter: { exists: { objectApiName: 'Fair', fields: ['stall'] } },
        }),
    ],
    [
      'a related list of another page',
      (who) => post(who, 'data/getRelatedList', { objectApiName: 'Stall', id: stallId(), related: 0 }),
    ],
  ];
}
