import { isDeepStrictEqual } from 'node:util';
import { decodeListState, encodeListState } from '#shared/lists/list-address.ts';
import { anyListState, throughAddressBar } from '#tests/support/records/list-states.ts';
import { prng } from '#tests/support/prng.ts';
import type { Row } from './row.ts';

const STATES = 10_000;

/** Writes generated list states into an address and reads them back. */
export async function run(): Promise<Row[]> {
  const random = prng(31);
  const started = performance.now();
  let equal = 0;
  for (let round = 0; round < STATES; round += 1) {
    const before = anyListState(random);
    const { state, notices } = decodeListState(throughAddressBar(encodeListState(before)));
    if (notices.length === 0 && isDeepStrictEqual(state, before)) equal += 1;
  }
  const each = ((performance.now() - started) * 1000) / STATES;
  return [
    {
      name: 'view state to URL and back, generated states that come back equal',
      ours: `${equal.toLocaleString('en')} of ${STATES.toLocaleString('en')}`,
      ratio: `${each.toFixed(0)} µs each`,
      target: 'all',
      met: equal === STATES,
    },
  ];
}
