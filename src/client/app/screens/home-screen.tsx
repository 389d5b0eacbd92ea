import { WaitingPanels } from '#client/features/staff/waiting-panels.tsx';
import { HomePage } from '#client/features/home/home-page.tsx';
import { HomeStore } from '#client/features/home/home-store.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { screen } from '#client/app/base/screen.tsx';

/** Home: the blocks that metadata puts there for the user. */
export const HomeScreen = screen(
  ({ api }) => new HomeStore(api),
  (store, { session, catalog, lookups, waiting, chatLauncher }) => (
    <HomePage
      store={store}
      name={session.profile?.name ?? ''}
      hour={new Date().getHours()}
      options={lookups}
      now={Date.now}
      onTalk={(uid) => chatLauncher.openWith({ uid })}
      waiting={<WaitingPanels store={waiting} now={Date.now} />}
      editPath={session.profile?.staff ? catalog.summary(BINDINGS.homeBlock.object)?.route : undefined}
    />
  ),
);
