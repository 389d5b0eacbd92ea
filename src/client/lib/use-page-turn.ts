import { reaction } from 'mobx';
import { useEffect, useEffectEvent } from 'react';
import type { PageTurns } from './page-turns.ts';

/** Calls back whenever the user comes to another page, for what outlives pages and must close with the one it was opened on. */
export function usePageTurn(turns: PageTurns, onTurn: () => void): void {
  const turned = useEffectEvent(onTurn);
  useEffect(
    () =>
      reaction(
        () => turns.count,
        () => turned(),
      ),
    [turns],
  );
}
