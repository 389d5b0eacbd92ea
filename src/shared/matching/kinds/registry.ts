import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import { density } from './density.ts';
import { flag } from './flag.ts';
import type { Kind } from './kind.ts';
import { network } from './network.ts';
import { set } from './set.ts';
import { tree } from './tree.ts';

export const KINDS: Readonly<Record<MatchPair['kind'], Kind>> = { tree, set, density, flag, network };
