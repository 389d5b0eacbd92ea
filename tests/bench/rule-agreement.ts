import { agreement, catalogObjects } from '#tests/support/rules/one-judgement.ts';
import type { Row } from './row.ts';

const RECORDS = 100_000;
const LEAST_ACCEPTED = 0.4;
/** Disagreements written out; the rest is only counted. */
const SHOWN = 20;

/**
 * The same records of every shipped object through the form's store, the server's judgement and the import's reading of
 * their text; takes some minutes. Accepted records are counted too: agreeing only on refusals would prove little.
 */
export function run(): Promise<Row[]> {
  const objects = catalogObjects();
  const each = Math.ceil(RECORDS / objects.length);
  const start = performance.now();
  const counts = objects.map((object, index) => agreement(object, each, index + 1));
  const seconds = (performance.now() - start) / 1000;
  const sum = (of: (count: (typeof counts)[number]) => number): number =>
    counts.reduce((all, count) => all + of(count), 0);
  const records = sum((count) => count.records);
  const accepted = sum((count) => count.accepted) / records;
  const differing = sum((count) => count.disagreements.length);
  const leastAccepted = Math.min(...counts.map((count) => count.accepted / count.records));
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  for (const what of counts.flatMap((count) => count.disagreements).slice(0, SHOWN)) console.error(what);
  return Promise.resolve([
    {
      name: `form, API and import on ${records} generated records of ${objects.length} objects`,
      ours: `${differing} disagreements`,
      rival: `${seconds.toFixed(0)} s`,
      ratio: '–',
      target: '0',
      met: differing === 0,
    },
    {
      name: 'of these, kept by all three',
      ours: percent(accepted),
      rival: `${percent(leastAccepted)} of the object with the fewest`,
      ratio: '–',
      target: `≥ ${percent(LEAST_ACCEPTED)}`,
      met: accepted >= LEAST_ACCEPTED,
    },
    {
      name: 'of these, with a text that import refuses in its own words',
      ours: percent(sum((count) => count.unread) / records),
      rival: `${percent(sum((count) => count.reread) / records)} with a text that means another value`,
      ratio: '–',
      target: 'refused or hidden elsewhere too',
      met: differing === 0,
    },
  ]);
}

if (import.meta.main) console.table(await run());
