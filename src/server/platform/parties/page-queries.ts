import { type RawBuilder, sql } from 'kysely';

/** SQL: may other members read the page of a user? Its user opened it, and the account is neither closed nor frozen. */
export const hasOpenPage = (account: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from person_page g join account o on o.id = g.account_id
    where g.account_id = ${account} and g.is_open and o.closed_at is null and o.frozen_at is null)`;

/** SQL: the account whose page a name may lead to; null where none is open, whether the account is there or not. */
export const openPageOf = (account: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`
  case when ${hasOpenPage(account)} then ${account}::text end`;

/** What a reply says of such a page: nothing where none is open. */
export const pageLink = (page: string | null | undefined): { page?: string } =>
  page === null || page === undefined ? {} : { page };
