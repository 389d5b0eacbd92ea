import { reaction } from 'mobx';

/** Calls `act` once `watched` has changed and then stayed the same for so many milliseconds; until the returned function is called. */
export function atRest(watched: () => unknown, milliseconds: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = reaction(watched, () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
