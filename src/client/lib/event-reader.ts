import { ApiFailure, NO_REPLY_CODE, UNAVAILABLE_MESSAGE } from './api-failure.ts';

const HEAD = 'data: ';
const END = '\n\n';

/** Reads server-sent events from a text that grows, each once. */
export class EventReader<Event> {
  readonly #hear: (event: Event) => void;
  #read = 0;
  #last: Event | undefined;

  constructor(hear: (event: Event) => void) {
    this.#hear = hear;
  }

  /** Takes the whole text as far as it has come. */
  read(text: unknown): void {
    if (typeof text !== 'string') return;
    for (let end = text.indexOf(END, this.#read); end !== -1; end = text.indexOf(END, this.#read)) {
      const block = text.slice(this.#read, end);
      this.#read = end + END.length;
      if (!block.startsWith(HEAD)) continue;
      this.#last = JSON.parse(block.slice(HEAD.length)) as Event;
      this.#hear(this.#last);
    }
  }

  /** Takes the text as it ended. @throws ApiFailure where it held nothing. */
  end(text: unknown): Event {
    this.read(text);
    if (this.#last === undefined) throw new ApiFailure(NO_REPLY_CODE, 0, UNAVAILABLE_MESSAGE);
    return this.#last;
  }
}
