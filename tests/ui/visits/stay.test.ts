import { expect, test } from 'vitest';
import { type Beat, Stay } from '#client/features/visits/stay.ts';

test('a stay is sent every 15 visible seconds, and the rest of it when the page is hidden', () => {
  const sent: Beat[] = [];
  const stay = new Stay((beat) => sent.push(beat));
  for (let second = 0; second < 20; second += 1) stay.second([]);
  expect(sent.map(({ seconds }) => seconds)).toEqual([15]);
  stay.send();
  stay.send();
  expect(sent.map(({ seconds }) => seconds)).toEqual([15, 5]);
});

test('a part counts once it was on screen for two seconds, and is sent once', () => {
  const sent: Beat[] = [];
  const stay = new Stay((beat) => sent.push(beat));
  stay.second(['融资历史', '团队']);
  stay.second(['融资历史']);
  stay.send();
  stay.second(['融资历史', '团队']);
  stay.send();
  expect(sent.map(({ sections }) => sections)).toEqual([['融资历史'], ['团队']]);
});
