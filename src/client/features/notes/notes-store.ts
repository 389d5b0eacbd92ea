import { makeAutoObservable, observableRef } from 'mobx';
import type { Note, NotePerson, NoteSharing } from '#schemas/api/notes.ts';
import {
  createNote,
  listColleagues,
  listNotes,
  readNoteHistory,
  removeNote,
  restoreNote,
  updateNote,
} from '#schemas/generated/api/notes.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { newKey } from '#client/lib/new-key.ts';
import { NoteDraft } from './note-draft.ts';

/** What `editing` calls a note that is not there yet. */
export const NEW = 'new';

/** What a note was, until it was changed. */
export interface NoteVersion {
  readonly version: number;
  readonly body: string;
  readonly sharing: NoteSharing;
  readonly until: string;
}

/** Notes on the record that is on screen. */
export class NotesStore {
  readonly notes: Loadable<{ readonly list: readonly Note[]; readonly canShare: boolean }>;
  readonly changing = new Mutation();
  /** What the note was whose history is open. */
  readonly history: Loadable<readonly NoteVersion[], [id: string]>;
  /** The note whose history is open. */
  historyOf: string | undefined;
  readonly people: Loadable<readonly NotePerson[], [text: string]>;
  /** The note that was removed last, until its removal is taken back or has been read. */
  removed: Note | undefined;
  /** The one note that is being written, by its id, or a new one. */
  editing: { readonly id: string; readonly draft: NoteDraft } | undefined;
  readonly #api: Api;
  readonly #place: { readonly objectApiName: string; readonly recordId: string };
  /** One for each new note, so that what is sent twice is written once. */
  #clientKey = newKey();

  constructor(api: Api, objectApiName: string, recordId: string) {
    this.#api = api;
    this.#place = { objectApiName, recordId };
    const query = this.#place;
    this.notes = new Loadable(() => api.call(listNotes, { query }));
    this.people = new Loadable(async (_signal, text) => {
      const { list } = await api.call(listColleagues, { query: { ...query, ...(text !== '' && { text }) } });
      return list;
    });
    this.history = new Loadable(async (_signal, id) => (await api.call(readNoteHistory, { params: { id } })).list);
    makeAutoObservable(this, {
      notes: false,
      history: false,
      people: false,
      changing: false,
      removed: observableRef,
      editing: observableRef,
    });
  }

  get canShare(): boolean {
    return this.notes.value?.canShare === true;
  }

  /** Something is written that is not saved: no other note is begun meanwhile. */
  get isDirty(): boolean {
    return this.editing?.draft.isDirty === true;
  }

  /** Begins to write a new note, or to change one. */
  begin = (note?: Note): void => {
    if (this.isDirty) return;
    this.changing.clear();
    this.editing = { id: note?.id ?? NEW, draft: new NoteDraft(note) };
  };

  /** Gives up what is being written. */
  giveUp = (): void => {
    this.changing.clear();
    this.editing = undefined;
  };

  /** After a clash the note is read again, and saving once more replaces what it has become. */
  save = async (): Promise<void> => {
    if (!this.editing) return;
    const { id, draft } = this.editing;
    const request = id === NEW ? this.#write(draft) : this.#change(id, draft);
    if (await this.changing.run(request, this.giveUp, id)) this.#clientKey = newKey();
    await this.notes.refresh();
  };

  #write(draft: NoteDraft): () => Promise<Note> {
    const body = { ...this.#place, clientKey: this.#clientKey, ...draft.written };
    return () => this.#api.call(createNote, { body });
  }

  #change(id: string, draft: NoteDraft): () => Promise<Note> {
    const version = this.notes.value?.list.find((note) => note.id === id)?.version ?? 1;
    return () => this.#api.call(updateNote, { params: { id }, body: { version, ...draft.written } });
  }

  /** Shows what a note was, or no longer. */
  toggleHistory = ({ id }: Note): void => {
    this.changing.clear();
    this.history.clear();
    this.historyOf = this.historyOf === id ? undefined : id;
  };

  /** Writes an earlier text of a note once more: what it is now joins its history, and its readers stay. */
  restoreText = async (note: Note, body: string): Promise<void> => {
    const draft = new NoteDraft(note);
    draft.write(body);
    await this.changing.run(this.#change(note.id, draft), undefined, note.id);
    await this.notes.refresh();
  };

  remove = async (note: Note): Promise<void> => {
    const { id } = note;
    const request = () => this.#api.call(removeNote, { params: { id }, body: {} });
    if (await this.changing.run(request, () => (this.removed = note), `remove ${id}`)) await this.notes.refresh();
  };

  /** Takes the last removal back. */
  undo = async (): Promise<void> => {
    const id = this.removed?.id;
    if (id === undefined) return;
    const request = () => this.#api.call(restoreNote, { params: { id }, body: {} });
    if (await this.changing.run(request, this.endUndo, `undo ${id}`)) await this.notes.refresh();
  };

  endUndo = (): void => {
    this.removed = undefined;
  };
}
