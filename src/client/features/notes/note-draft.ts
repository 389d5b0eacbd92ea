import { makeAutoObservable } from 'mobx';
import type { Note, NotePerson, NoteSharing } from '#schemas/api/notes.ts';

/** The last word before the caret, where it begins to mention a user. */
const BEGUN = /(?:^|\s)@([^\s@]{0,20})$/u;

/** What is being written in a note. */
export class NoteDraft {
  body: string;
  sharing: NoteSharing;
  #chosen: readonly NotePerson[];
  readonly #before: string;

  constructor(note?: Note) {
    this.body = note?.body ?? '';
    this.sharing = note?.sharing ?? 'private';
    this.#chosen = note?.mentions ?? [];
    this.#before = this.body;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get isEmpty(): boolean {
    return this.body.trim() === '';
  }

  get isDirty(): boolean {
    return this.body !== this.#before;
  }

  /** What is sent: those are mentioned whose names the text has still, and none where others do not read it. */
  get written(): { body: string; sharing: NoteSharing; mentions: string[] } {
    const { body, sharing } = this;
    const named = sharing === 'private' ? [] : this.#chosen.filter(({ name }) => body.includes(`@${name}`));
    return { body, sharing, mentions: named.map(({ id }) => id) };
  }

  write(body: string): void {
    this.body = body;
  }

  share(sharing: NoteSharing): void {
    this.sharing = sharing;
  }

  /** The part of a name behind the @ before the caret; undefined where no mention is being written. */
  begunAt(caret: number): string | undefined {
    return BEGUN.exec(this.body.slice(0, caret))?.[1];
  }

  /** Writes the name of a user for what was begun before the caret; a note that mentions is shared. Gives the new caret. */
  mention(person: NotePerson, caret: number): number {
    const begun = this.begunAt(caret) ?? '';
    const head = `${this.body.slice(0, caret - begun.length)}${person.name} `;
    this.body = head + this.body.slice(caret);
    this.#chosen = [...this.#chosen.filter(({ id }) => id !== person.id), person];
    this.sharing = 'institution';
    return head.length;
  }
}
