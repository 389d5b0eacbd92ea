import type { AlertSource } from '#schemas/api/alerts.ts';
import { listSource } from './list-source.ts';
import { matchesSource } from './matches-source.ts';
import { recordSource } from './record-source.ts';
import type { SourceKind } from './trial.ts';
import { viewSource } from './view-source.ts';
import { visitorsSource } from './visitors-source.ts';

/** What can be subscribed to. */
export const SOURCES: Readonly<Record<AlertSource, SourceKind>> = {
  view: viewSource,
  record: recordSource,
  list: listSource,
  visitors: visitorsSource,
  matches: matchesSource,
};
