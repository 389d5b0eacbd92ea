/** Scrolls a row into sight where it is not: `top` and `height` are the row's, `room` what the rows have on screen, all in pixels. */
export function showRow(scroller: HTMLElement | null, top: number, height: number, room: number): void {
  if (!scroller) return;
  const element = scroller;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + height > element.scrollTop + room) element.scrollTop = top + height - room;
}
