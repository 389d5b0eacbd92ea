import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Subscription } from '#schemas/api/alerts.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { alertsOf } from '#tests/support/alerts/alerts-of.ts';
import { Died, dyingDb } from '#tests/support/alerts/dying-db.ts';
import { VisitorAlerts } from '#tests/support/alerts/visitor-alerts.ts';
import type { Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { prng } from '#tests/support/prng.ts';

let of: VisitorAlerts;
beforeAll(async () => {
  of = await VisitorAlerts.open();
});
afterAll(() => of.close());
beforeEach(() => of.begin());

/** A day on which a visitor came. */
interface Looked {
  readonly visitor: Person;
  readonly record: string;
  readonly day: string;
}

describe('what is reported of visitors', () => {
  it.each([1, 2, 3])(
    'is what the definition says, whatever happens and whenever a process ends: history %i',
    async (seed) => {
      const chance = prng(seed);
      const visitors = [
        await of.visits.investor('示例一资本'),
        await of.visits.investor('示例二资本'),
        await of.visits.investor(),
      ];
      const project = await of.visits.project(of.founder);
      let there: Looked[] = [];
      let reported = new Map<Person, 'entered' | 'changed'>();
      let subscription: Subscription | undefined;
      const ends = prng(seed + 100);
      const read = async () => {
        await of.stored();
        const died: unknown[] = [];
        const dying = dyingDb(of.db, () => ends.chance(0.1));
        await alertsOf(of.test, died, { db: dying }).wake();
        expect(died.filter((fault) => !(fault instanceof Died))).toEqual([]);
      };
      for (let step = 0; step < 40; step += 1) {
        of.pass(chance.int(1, 20) * HOUR_MS + MINUTE_MS);
        const visitor = chance.pick(visitors);
        const what = chance.next();
        if (what < 0.55) {
          const record = chance.pick([of.founder.companyId, project]);
          await of.looks(visitor, record, record === project ? 'InsightProject' : 'InsightCompany');
          await of.stored();
          const day = shanghaiDay(of.clock);
          const before = there.filter((one) => one.visitor === visitor);
          if (!before.some((one) => one.day === day) && subscription && reported.get(visitor) !== 'entered')
            reported.set(visitor, before.length > 0 ? 'changed' : 'entered');
          there.push({ visitor, record, day });
        } else if (what < 0.65) {
          await of.visits.setMode(visitor, chance.pick(['open', 'institution', 'private']));
        } else if (what < 0.72) {
          const [visit] = await of.visits.list(visitor, 'OwnVisit');
          if (visit) {
            made(await visitor.send('POST', `/api/rong/visit/${String(visit['id'])}/withdraw`));
            there = there.filter((one) => one.visitor !== visitor);
            reported.delete(visitor);
          }
        } else if (what < 0.82) {
          await read();
          if (subscription)
            made(await of.founder.send('POST', `/api/alerts/subscription/${subscription.id}/remove`, {}));
          subscription = await of.subscribe('site');
          reported = new Map();
        } else await read();
      }
      subscription ??= await of.subscribe('site');
      await of.run();
      const listed = await of.visits.list(of.founder, 'CompanyVisitor');
      const named = new Map(listed.map(({ uid, person }) => [uid, person]));
      const found = (await of.lines(subscription.id)).list.map(({ kind, text }) => `${kind} ${text.split(' · ')[0]}`);
      const { db } = of.test.services.database;
      const modes = await db.selectFrom('visit_card').select(['account_id', 'mode']).execute();
      const modeOf = new Map(modes.map((one) => [one.account_id, one.mode]));
      const expected = [...reported].flatMap(([visitor, kind]) => {
        const mode = modeOf.get(visitor.uid);
        if (mode === 'private' || mode === undefined) return [];
        return [`${kind} ${mode === 'open' ? String(named.get(visitor.uid)) : '未公开姓名'}`];
      });
      expect(found.toSorted()).toEqual(expected.toSorted());
      expect(of.faults).toEqual([]);
    },
  );
});
