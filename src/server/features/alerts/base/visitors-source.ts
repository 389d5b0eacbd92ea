import { BINDINGS } from '#schemas/bindings.ts';
import { spokenFor } from './queries.ts';
import type { SourceKind } from './trial.ts';

/** The object whose records are visitors, each as the user who asks may know them. */
export const VISITOR = 'CompanyVisitor';

/** Investors who look at a company that the user speaks for, and at its projects: for the first time, or on another day. */
export const visitorsSource: SourceKind = {
  kinds: ['entered', 'changed'],
  of: new Set([BINDINGS.company.object]),
  usual: () => ['entered', 'changed'],
  // Visits are no records: they are read beside the change log.
  trials: () => [],
  targets: async (db, object, ids, accountId) => {
    const names = await spokenFor(db, object, ids, accountId);
    return new Map(names.map(({ id, name }) => [id, { name, link: `/visitors?ccid=${id}` }]));
  },
};
