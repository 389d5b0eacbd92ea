import { companies } from '#sample/world/companies.ts';
import { companyRecord } from '#sample/records/company-records.ts';
import { deals } from '#sample/world/deals.ts';
import { dealRecord } from '#sample/records/deal-records.ts';
import { dossier } from '#sample/world/dossier.ts';
import { fundRecord } from '#sample/records/fund-records.ts';
import { industrialRecords } from '#sample/records/industrial-records.ts';
import { managerRecord, orgRecord } from '#sample/records/institution-records.ts';
import { funds, institutions, managers, people } from '#sample/world/institutions.ts';
import type { Track } from '#sample/world/model.ts';
import { brands } from '#sample/words/names.ts';
import { newsRecords } from '#sample/records/news-records.ts';
import { personRecord } from '#sample/records/person-records.ts';
import { projectRecord, searches } from '#sample/records/project-records.ts';
import { reportRecords } from '#sample/records/report-records.ts';
import type { Random } from '#sample/draw/random.ts';
import { sampleKey, type SampleRecord } from '#sample/records/sample-record.ts';
import { teamRecords } from '#sample/records/team-records.ts';
import { trackRecords } from '#sample/records/track-records.ts';
import { TRACK_WORDS } from '#sample/words/tracks.ts';

/** How many of each there are; rounds follow from the companies and come to about 2,500. */
const COUNTS = {
  companies: 1200,
  orgs: 180,
  orgsWithManager: 120,
  otherManagers: 30,
  funds: 400,
  people: 300,
  projects: 200,
  news: 600,
  reports: 80,
};

/** Everything there is, decided before any record is written, so that records agree with one another. */
function world(random: Random, today: string) {
  const names = brands(random);
  const take = (count: number) => names.splice(0, count);
  const tracks: Track[] = TRACK_WORDS.map((words, index) => ({ ...words, key: sampleKey('track', index + 1) }));
  const allCompanies = companies(random, take(COUNTS.companies), tracks, today);
  const orgBrands = take(COUNTS.orgs);
  const allManagers = managers(random, orgBrands.slice(0, COUNTS.orgsWithManager), take(COUNTS.otherManagers), today);
  const industries = [...new Set(tracks.filter(({ parent }) => !parent).map(({ industry }) => industry))];
  const orgs = institutions(random, orgBrands, allManagers, industries, today);
  const allFunds = funds(random, orgs, COUNTS.funds, today);
  const persons = people(random, orgs, COUNTS.people);
  const all = dossier(deals(random, allCompanies, { orgs, funds: allFunds, people: persons }), today);
  return { tracks, companies: allCompanies, managers: allManagers, orgs, funds: allFunds, people: persons, all };
}

/**
 * The sample data of a first start: some 5,700 invented records about each other, all marked as samples, with dates up
 * to `today` (YYYY-MM-DD). The same `random` and `today` give the same records. A record links only to records before it.
 */
export function* sampleRecords(random: Random, today: string): Generator<SampleRecord> {
  const { tracks, orgs, people: persons, all, ...rest } = world(random, today);
  const byName = new Map(tracks.map((track) => [track.name, track]));
  const looking = searches(random, rest.companies, all, COUNTS.projects);
  const advisors = orgs.filter(({ type }) => type === 'FA');

  for (const manager of rest.managers) {
    const own = rest.funds.filter(({ org }) => org.manager === manager);
    yield managerRecord(random, manager, own, today);
  }
  for (const org of orgs) yield orgRecord(random, org, all);
  for (const fund of rest.funds) yield fundRecord(random, fund, today);
  yield* trackRecords(tracks, all);
  for (const company of rest.companies) yield companyRecord(random, company, byName, all);
  for (const person of persons) yield personRecord(random, person, all);
  for (const deal of all.deals) yield dealRecord(random, deal, byName, today);
  for (const [index, search] of looking.entries()) {
    yield projectRecord(random, search, index + 1, byName, advisors, all);
  }
  yield* industrialRecords(random, byName, rest.companies, today);
  yield* newsRecords(random, { deals: all.deals, funds: rest.funds, tracks }, COUNTS.news, today);
  yield* teamRecords(random, rest.companies, all);
  yield* reportRecords(random, { tracks, companies: rest.companies }, COUNTS.reports, today);
}
