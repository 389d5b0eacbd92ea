import { readEdges, readRounds } from '#server/commands/backtest-files.ts';
import { type History, historyOf } from '#server/features/matching/backtest/history.ts';
import { dataAbsent, sharedData } from '#tests/support/imports/import-desk.ts';

const FILES = ['crunchbase-2013/crunchbase-rounds.csv', 'crunchbase-2013/investments-until-2012-06.csv'] as const;

/** Real rounds of the United States, and who invested in them until June 2012. */
export const [ROUNDS, EDGES] = [sharedData(FILES[0]), sharedData(FILES[1])];

export const historyAbsent = (): boolean => FILES.some(dataAbsent);

export const crunchbaseHistory = (): History => historyOf(readRounds(ROUNDS), readEdges(EDGES));
