import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Position } from './position.ts';

/** What reads for a request that replicas may answer. */
export interface Reading {
  /** What the request must find; undefined where anything not too old will do. */
  readonly floor: Position | undefined;
  /** Where it reads, from its first read on. */
  at: pg.Pool | 'writer' | undefined;
}

const READING = new AsyncLocalStorage<Reading>();

/** Lets replicas answer the reads of what is run, as far as they have come to `floor`. */
export const readFromReplicas = <T>(floor: Position | undefined, run: () => Promise<T>): Promise<T> =>
  READING.run({ floor, at: undefined }, run);

/** What the running callback reads for; undefined where only the writer may answer. */
export const currentReading = (): Reading | undefined => READING.getStore();

/** From now on the request reads from the writer: it has written, or a replica could not answer it. */
export function readFromWriter(): void {
  const reading = READING.getStore();
  if (reading) reading.at = 'writer';
}
