import type { FastifyInstance } from 'fastify';
import { readHome, readHomeFaults } from '#schemas/api/home.ts';
import type { Member } from '#shared/policy/actor.ts';
import { AggregateReader } from '#server/core/aggregates/reader.ts';
import { mount } from '#server/http/mount.ts';
import { rowsOfNames } from '#server/platform/row-use/meter.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import type { Services } from '#server/services.ts';
import { HomePage, type HomeDeps } from './home.ts';
import { changesSource, type Followed } from './sources/changes.ts';
import { type MatchLists, matchesSource } from './sources/matches.ts';
import { stepsSource } from './sources/steps.ts';
import { talksSource, type Unanswered } from './sources/talks.ts';

/** What other features give the first page. */
export interface HomeParts extends Pick<HomeDeps, 'wait'> {
  readonly rows: RowUse;
  /** The ways in which users follow records. */
  readonly followed: readonly Followed[];
  readonly matches: MatchLists;
  readonly unanswered: (actor: Member) => Promise<readonly Unanswered[]>;
}

/** The first page of every kind of user. Its blocks are records that staff edit. */
export function homeRoutes(
  app: FastifyInstance,
  services: Pick<Services, 'catalog' | 'reader' | 'database' | 'now'>,
  { rows, followed, matches, unanswered, wait }: HomeParts,
): void {
  const { catalog, reader, database, now } = services;
  const { db } = database;
  const deps = { catalog, reader, now, aggregates: new AggregateReader(database, catalog) };
  const page = new HomePage({
    ...deps,
    db,
    wait,
    report: (error) => app.log.error({ err: error }, 'a block of the first page was not read'),
    sources: {
      steps: stepsSource(deps),
      waiting: async () => ({ content: { kind: 'waiting' } }),
      changes: changesSource({ ...deps, db }, followed),
      matches: matchesSource(matches),
      talks: talksSource(unanswered),
    },
  });
  mount(app, readHome, async ({ query: { only }, actor }) => {
    const meter = await rows.meter(actor, 'lists');
    const home = await page.read(actor, only?.split(','), meter.admit);
    for (const { content } of home.blocks) {
      if (content?.kind === 'records') meter.add(content.list.length, catalog.find(content.layout.objectApiName));
      if (content?.kind === 'entries') meter.add(rowsOfNames(content.entries.length));
    }
    return home;
  });
  mount(app, readHomeFaults, async () => ({ list: await page.faults() }));
}
