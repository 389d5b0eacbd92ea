import type { Api } from '#client/lib/api.ts';
import { isAboutShown, type StreamEvent } from '#client/lib/events.ts';
import { BoardStore } from '#client/features/records/board/board-store.ts';
import { ListSummariesStore } from '#client/features/records/base/list-summaries-store.ts';
import { CalendarStore } from './calendar-store.ts';
import { GalleryStore } from './gallery-store.ts';

/** The looks of one list beside its rows. Each asks the server when it is shown, and only then. */
export class ListDisplays {
  readonly board: BoardStore;
  readonly calendar: CalendarStore;
  readonly gallery: GalleryStore;
  readonly charts: ListSummariesStore;
  readonly #objectApiName: string;

  /** @param today as `2026-11-26` */
  constructor(api: Api, objectApiName: string, today: string) {
    this.#objectApiName = objectApiName;
    this.board = new BoardStore(api);
    this.calendar = new CalendarStore(api, today);
    this.gallery = new GalleryStore(api);
    this.charts = new ListSummariesStore(api);
  }

  /** Asks again: something has changed. What is on screen stays meanwhile. */
  reload(): void {
    this.board.reload();
    this.calendar.reload();
    this.gallery.reload();
    this.charts.reload();
  }

  /** Takes a hint that records were written: any of them may belong on screen now. */
  receive(event: StreamEvent): void {
    if (isAboutShown(event, this.#objectApiName, () => true)) this.reload();
  }
}
