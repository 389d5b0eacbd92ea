import { MyNotesPage } from '#client/features/notes/my-notes-page.tsx';
import { MyNotesStore } from '#client/features/notes/my-notes-store.ts';
import { screen } from '#client/app/base/screen.tsx';

/** Notes of the person on records of every kind. */
export const NotesScreen = screen(
  (stores, { query }) => new MyNotesStore(stores.api, (query.get('q') ?? '').slice(0, 100)),
  (store) => <MyNotesPage store={store} />,
);
