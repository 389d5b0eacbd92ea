import type { FastifyInstance } from 'fastify';
import { readMessageHeader, readUserHeader } from '#schemas/api/chat-people.ts';
import { readChatSettings, saveChatSettings } from '#schemas/api/chat-settings.ts';
import {
  readDialog,
  readInmail,
  readInmailList,
  recallMessage,
  sendMessage,
  setTop,
  switchDisturbing,
  syncChat,
} from '#schemas/api/chat.ts';
import { searchMessages } from '#schemas/api/chat-search.ts';
import { MAX_INTEGER } from '#schemas/api/route.ts';
import type { Database } from '#server/db/database.ts';
import { preparedDb } from '#server/db/prepared.ts';
import { mount } from '#server/http/mount.ts';
import { refuseOther } from '#server/http/named-twice.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import { SendQueue } from '#server/platform/messages/send-queue.ts';
import { readMessages } from './dialog.ts';
import { readHeader, readOrigin } from './header.ts';
import { Inbox } from './inbox.ts';
import { search } from './search.ts';
import { Chat } from './service.ts';
import { readSettings, saveSettings } from './settings.ts';

export interface ChatRouteDeps {
  readonly database: Pick<Database, 'commits' | 'db' | 'isPooled' | 'kind' | 'pool'>;
  readonly catalog: Catalog;
  readonly hints: Pick<ChatHints, 'tell'>;
  readonly now: () => Date;
}

/** Private chat: sending, reading, catching up, and what people make of those on their lists. */
export function chatRoutes(app: FastifyInstance, { database, catalog, hints, now }: ChatRouteDeps): void {
  const { db } = database;
  // Every open screen asks these again and again.
  const often = preparedDb(database);
  const chat = new Chat({ db, queue: new SendQueue({ db: often, kind: database.kind }), hints, now });
  const inbox = new Inbox(often, catalog);

  mount(app, readInmailList, async ({ query, actor }) => inbox.page(actor.id, query));
  mount(app, syncChat, async ({ query, actor }) => inbox.changes(actor.id, query.since));
  mount(app, readDialog, async ({ params, query, actor }) => {
    refuseOther('uid', params.uid, query.uid);
    return readMessages(often, actor.id, params.uid, query, now());
  });
  mount(app, searchMessages, async ({ query, actor }) => search(db, query.wd, actor));
  mount(app, sendMessage, async ({ params, body, actor }) => {
    refuseOther('uid', params.uid, body.uid);
    return chat.send(params.uid, body, actor);
  });
  mount(app, recallMessage, async ({ params, body, actor }) => chat.recall(params.uid, Number(body.id), actor));
  mount(app, readInmail, async ({ body, actor }) => chat.read(body.uid, body.seq ?? MAX_INTEGER, actor));
  mount(app, switchDisturbing, async ({ body: { uid, type, action }, actor }) => {
    await chat.mark(uid, type === 'MSG' ? 'muted' : 'blocked', action === 1, actor);
    return { [type]: action };
  });
  mount(app, setTop, async ({ body: { uid, action }, actor }) => {
    await chat.mark(uid, 'pinned', action === 1, actor);
    return { top: action };
  });
  mount(app, readChatSettings, async ({ actor }) => readSettings(db, actor));
  mount(app, saveChatSettings, async ({ body, actor }) => saveSettings(db, body, actor, now()));
  mount(app, readUserHeader, async ({ query, actor }) => readHeader(db, catalog, query, actor));
  mount(app, readMessageHeader, async ({ query, actor }) => readOrigin(db, catalog, query.uid, actor));
}
