import type { ChatUser } from '#schemas/api/chat.ts';
import type { SystemSummary } from '#schemas/api/notices.ts';
import { SYSTEM_TYPES } from '#schemas/generated/api/notices.ts';
import type { InterestedSummary } from '#client/features/chat/feeds/interested-store.ts';
import type { RoomStore } from './room-store.ts';
import type { Selected } from './selected.ts';

/** One line of the left column. */
export type ContactEntry =
  | { readonly kind: 'interested'; readonly key: string; readonly summary: InterestedSummary }
  | { readonly kind: 'system'; readonly key: string; readonly summary: SystemSummary }
  | { readonly kind: 'user'; readonly key: string; readonly user: ChatUser };

/**
 * The left column from top to bottom: the interested view, the assistant, people, and what else the platform says, which
 * never pushes people out of sight.
 */
export function contactEntries({ interested, systems, list }: RoomStore): ContactEntry[] {
  const spoken = (systems.summaries ?? [])
    .filter(({ lastChatContent }) => lastChatContent !== null)
    .toSorted((one, other) => one.systemMsgType - other.systemMsgType)
    .map((summary) => ({ kind: 'system', key: summary.chatUid, summary }) as const);
  const isHelper = ({ summary }: (typeof spoken)[number]) => summary.systemMsgType === SYSTEM_TYPES.helper;
  return [
    ...(interested.summary ? [{ kind: 'interested', key: 'interested', summary: interested.summary } as const] : []),
    ...spoken.filter(isHelper),
    ...list.users.map((user) => ({ kind: 'user', key: `user-${user.uid}`, user }) as const),
    ...spoken.filter((entry) => !isHelper(entry)),
  ];
}

/** Is this line the selected one? */
export function isSelected(entry: ContactEntry, selected: Selected | undefined): boolean {
  if (selected?.kind !== entry.kind) return false;
  if (entry.kind === 'user') return selected.kind === 'user' && selected.uid === entry.user.uid;
  if (entry.kind === 'system') return selected.kind === 'system' && selected.type === entry.summary.systemMsgType;
  return true;
}

/** Selects a line. */
export function selectEntry(room: RoomStore, entry: ContactEntry): void {
  if (entry.kind === 'interested') room.selectInterested();
  else if (entry.kind === 'system') room.selectSystem(entry.summary.systemMsgType);
  else room.selectUser(entry.user.uid);
}

/** The line `step` lines below what is selected; the first or the last one where nothing is. */
export function neighbour(room: RoomStore, step: 1 | -1): ContactEntry | undefined {
  const entries = contactEntries(room);
  const at = entries.findIndex((entry) => isSelected(entry, room.selected));
  return entries[at === -1 && step === -1 ? entries.length - 1 : at + step];
}
