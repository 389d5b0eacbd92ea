import { useState } from 'react';
import { NotesPanel } from '#client/features/notes/notes-panel.tsx';
import { NotesStore } from '#client/features/notes/notes-store.ts';
import type { AppStores } from '#client/app/base/stores.ts';

interface NotesPanelScreenProps {
  readonly stores: AppStores;
  readonly objectApiName: string;
  readonly id: string;
}

/** Notes on the record of a detail page. */
export function NotesPanelScreen({ stores, objectApiName, id }: NotesPanelScreenProps) {
  const [store] = useState(() => new NotesStore(stores.api, objectApiName, id));
  return <NotesPanel store={store} />;
}
