import { describe, expect, it } from 'vitest';
import { hasPassed, later, readLsn, readPosition, writePosition } from '#server/db/replicas/position.ts';
import { WriterTrail } from '#server/db/replicas/writer-trail.ts';

const at = (lsn: bigint, timeline = 1) => ({ timeline, lsn });

describe('how far a replica lags', () => {
  it('is the time since the first thing was written that it lacks, and nothing where it has all', () => {
    const trail = new WriterTrail();
    for (const [lsn, ms] of [
      [100n, 0],
      [200n, 1000],
      [300n, 2000],
    ] as const)
      trail.note(at(lsn), ms);
    expect([trail.lag(100n, 2500), trail.lag(250n, 2500), trail.lag(300n, 2500)]).toEqual([1500, 500, 0]);
  });

  it('is not known of one that has none of what was seen being written', () => {
    const trail = new WriterTrail();
    expect(trail.lag(1n, 0)).toBe(undefined);
    trail.note(at(100n), 0);
    expect([trail.lag(99n, 10), trail.lag(100n, 10)]).toEqual([undefined, 0]);
  });

  it('is not known after a failover until it has something of the new log', () => {
    const trail = new WriterTrail();
    trail.note(at(100n), 0);
    trail.note(at(90n, 2), 1000);
    expect([trail.latest, trail.lag(89n, 1000), trail.lag(90n, 1000)]).toEqual([at(90n, 2), undefined, 0]);
  });

  it('does not shrink by an answer that comes late', () => {
    const trail = new WriterTrail();
    trail.note(at(100n), 0);
    trail.note(at(300n), 1000);
    trail.note(at(200n), 500);
    expect([trail.latest, trail.lag(250n, 1500)]).toEqual([at(300n), 500]);
  });
});

describe('a position', () => {
  it('is passed by a server that has come as far on the same log or a later one, and by none of a log before', () => {
    expect([
      hasPassed(at(5n), at(5n)),
      hasPassed(at(4n), at(5n)),
      hasPassed(at(9n, 1), at(5n, 2)),
      hasPassed(at(5n, 2), at(5n, 1)),
    ]).toEqual([true, false, false, true]);
  });

  it('of a later log is the later one', () => {
    expect([later(at(9n, 1), at(5n, 2)), later(at(5n, 2), at(9n, 1)), later(undefined, at(1n))]).toEqual([
      at(5n, 2),
      at(5n, 2),
      at(1n),
    ]);
  });

  it('behind the header of a page is the one before it, which a replica that has everything names', () => {
    expect([readLsn('16/B374D848'), readLsn('0/2018'), readLsn('0/2000'), readLsn('0/2060')]).toEqual([
      0x16b374d848n,
      0x2000n,
      0x2000n,
      0x2060n,
    ]);
  });

  it('comes back as it was written, and no other text is one', () => {
    expect(readPosition(writePosition(at(0x16b374d848n, 3)))).toEqual(at(0x16b374d848n, 3));
    expect(['', '1', '1-', 'x-1', '1-g', '99999999999-1'].map(readPosition)).toEqual(Array(6).fill(undefined));
  });
});
