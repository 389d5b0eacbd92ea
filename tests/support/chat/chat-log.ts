import { existsSync, readFileSync } from 'node:fs';

/** A message as the log of a sender has it; without `seq` while the server has not answered. */
export interface Logged {
  readonly clientId: string;
  readonly from: string;
  readonly to: string;
  readonly seq?: number;
  /** It was there already when it was answered. */
  readonly wasThere?: boolean;
}

/** What a sender wrote down; a line that was cut off by its end is none. */
export function readLog(file: string): Logged[] {
  const messages = new Map<string, Logged>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  for (const [word, clientId = '', first = '', second = ''] of lines.map((line) => line.split(' '))) {
    const known = messages.get(clientId);
    if (word === 'sending') messages.set(clientId, { clientId, from: first, to: second });
    else if (known) messages.set(clientId, { ...known, seq: Number(first), wasThere: second === 'again' });
  }
  return [...messages.values()];
}

export const isAcknowledged = ({ seq }: Logged): boolean => seq !== undefined;
