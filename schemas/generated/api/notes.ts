// Written by `npm run schemas` from schemas/api/notes.ts: change it there.
import type * as source from '#schemas/api/notes.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_NOTE: typeof source.MAX_NOTE = 5000;
export const createNote: CallOf<typeof source.createNote> = { method: "POST", path: "/api/notes" };
export const listColleagues: CallOf<typeof source.listColleagues> = { method: "GET", path: "/api/notes/person" };
export const listNotes: CallOf<typeof source.listNotes> = { method: "GET", path: "/api/notes" };
export const readNoteHistory: CallOf<typeof source.readNoteHistory> = { method: "GET", path: "/api/notes/{id}/history" };
export const removeNote: CallOf<typeof source.removeNote> = { method: "POST", path: "/api/notes/{id}/remove" };
export const restoreNote: CallOf<typeof source.restoreNote> = { method: "POST", path: "/api/notes/{id}/restore" };
export const searchNotes: CallOf<typeof source.searchNotes> = { method: "GET", path: "/api/notes/search" };
export const updateNote: CallOf<typeof source.updateNote> = { method: "POST", path: "/api/notes/{id}" };
