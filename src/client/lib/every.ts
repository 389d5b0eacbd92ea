/** Calls back every so many milliseconds until the returned function is called. */
export const every = (milliseconds: number, work: () => void): (() => void) => {
  const timer = window.setInterval(work, milliseconds);
  return () => window.clearInterval(timer);
};
