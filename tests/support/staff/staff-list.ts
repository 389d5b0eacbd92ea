import type { ListReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import type { TestApp, Who } from '#tests/support/app/test-app.ts';

/** Asks for the list of an object, as its page does. */
export const askList = <Reply = ListReply>(
  test: TestApp,
  objectApiName: string,
  more: object = {},
  who: Who = 'staff',
) => test.post<Reply>(who, '/api/metadata/data/getLayoutAndDataList', { objectApiName, pageSize: 100, ...more });

/** The newest rows of a list as staff see it, with these fields. */
export const staffList = async <Row>(test: TestApp, objectApiName: string, fields: readonly (keyof Row)[]) =>
  made(await askList<{ readonly list: readonly (Row & { readonly id: string })[] }>(test, objectApiName, { fields }))
    .list;
