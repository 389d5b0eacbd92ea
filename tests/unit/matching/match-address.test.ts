import { expect, test } from 'vitest';
import { type MatchAsked, PLAIN_MATCH, readMatch, writeMatch } from '#shared/matching/match-address.ts';

test.each<[string, Partial<MatchAsked>]>([
  ['likely', {}],
  ['focused_p7', { order: 'focused', subject: { kind: 'project', id: '7' } }],
  ['likely_r8_lift.held_lift.cheque', { subject: { kind: 'request', id: '8' }, lift: ['held', 'cheque'] }],
  ['likely_draft_only.currency', { subject: { kind: 'draft' }, only: 'currency' }],
  ['likely_w.industry.0.5_w.$lead.2', { weights: { industry: 0.5, $lead: 2 } }],
  ['likely_m9_w.region.1', { subject: { kind: 'mandate', id: '9' }, weights: { region: 1 } }],
])('an address says %s and is read back', (text, asked) => {
  expect(writeMatch({ ...PLAIN_MATCH, ...asked })).toBe(text);
  expect(readMatch(text)).toEqual({ subject: undefined, only: undefined, ...PLAIN_MATCH, ...asked });
});

test('what an address says of nothing that there is is left out', () => {
  expect(readMatch('best_p0_q7_lift.nothing_only.x_w.industry.3_w.region')).toEqual({
    ...PLAIN_MATCH,
    subject: undefined,
    only: undefined,
  });
});

test('a weight that is as usual is not in the address of a project', () => {
  const subject = { kind: 'project', id: '7' } as const;
  expect(writeMatch({ ...PLAIN_MATCH, subject, weights: { industry: 1, region: 2 } })).toBe('likely_p7_w.region.2');
});
