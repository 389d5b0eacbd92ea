// What runs within the page: these functions travel there as their text and know nothing around them.

/** Milliseconds from the click until something was painted. */
export interface OpeningTimes {
  /** The room with its spinner. */
  readonly panel: number;
  /** The room, after it has faded in. */
  readonly opaque: number;
  /** A user on the list. */
  readonly list: number;
}

/** Settles when the room, which the next click opens, is with its contacts. */
export async function openingTimes(): Promise<OpeningTimes> {
  const clicked = await new Promise<number>((resolve) =>
    document.addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
  );
  /** The first task after the frame in which something holds. */
  const painted = async (holds: () => boolean): Promise<number> => {
    for (;;) {
      await new Promise(requestAnimationFrame);
      if (holds()) break;
    }
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
    return performance.now() - clicked;
  };
  const room = () => document.querySelector('.chat-room');
  const opacity = () => Number(getComputedStyle(room()?.closest('.MuiDialog-container') ?? document.body).opacity);
  const [panel, opaque, list] = await Promise.all([
    painted(() => room() !== null && opacity() > 0),
    painted(() => room() !== null && opacity() > 0.99),
    painted(() => document.querySelector('.contact-main') !== null),
  ]);
  return { panel, opaque, list };
}

/** Scrolls upwards for some frames; returns how many rows were in the page at most, and the number of the first message. */
export async function readUp(frames: number): Promise<{ rows: number; first: number }> {
  const scroller = document.querySelector('.chat-scroll') as HTMLElement;
  let rows = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    scroller.scrollTop -= scroller.clientHeight * 0.9;
    await new Promise(requestAnimationFrame);
    rows = Math.max(rows, scroller.querySelectorAll('[role=listitem]').length);
  }
  const first = /第(\d+)条/.exec(scroller.querySelector('[data-message]')?.textContent ?? '')?.[1];
  return { rows, first: Number(first) };
}
