import type { FastifyInstance } from 'fastify';
import {
  createNote,
  listColleagues,
  listNotes,
  readNoteHistory,
  removeNote,
  restoreNote,
  searchNotes,
  updateNote,
} from '#schemas/api/notes.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Database, Db } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { type NoteDeps, Notes } from './service.ts';

interface NoteRouteDeps extends Omit<NoteDeps, 'db' | 'memberOf'> {
  readonly database: Database;
  /** A user with the rights of a moment; undefined where the account is closed or frozen. */
  readonly memberById: (db: Db, accountId: string, now: Date) => Promise<Member | undefined>;
}

/** Notes of users on records. Gives them to the search over all. */
export function noteRoutes(app: FastifyInstance, { database: { db }, memberById, ...deps }: NoteRouteDeps): Notes {
  const notes = new Notes({ ...deps, db, memberOf: (id) => memberById(db, id, deps.now()) });
  mount(app, listNotes, async ({ query, actor }) => notes.list(query, actor));
  mount(app, searchNotes, async ({ query, actor }) => notes.search(query, actor));
  mount(app, listColleagues, async ({ query: { text, ...of }, actor }) => ({
    list: await notes.colleagues(of, text, actor),
  }));
  mount(app, createNote, async ({ body: { objectApiName, recordId, clientKey, ...written }, actor }) =>
    notes.create({ objectApiName, recordId }, clientKey, written, actor),
  );
  mount(app, updateNote, async ({ params, body: { version, ...written }, actor }) =>
    notes.update(params.id, version, written, actor),
  );
  mount(app, removeNote, async ({ params, actor }) => {
    await notes.remove(params.id, actor);
    return null;
  });
  mount(app, restoreNote, async ({ params, actor }) => notes.restore(params.id, actor));
  mount(app, readNoteHistory, async ({ params, actor }) => ({ list: await notes.history(params.id, actor) }));
  return notes;
}
