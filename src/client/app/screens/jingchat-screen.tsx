import { JingchatPage } from '#client/features/jingchat/jingchat-page.tsx';
import { JingchatStore } from '#client/features/jingchat/jingchat-store.ts';
import { AnswerSubscribe } from './answer-subscribe.tsx';
import { PlanFilter } from './plan-filter.tsx';
import { screen } from '#client/app/base/screen.tsx';

/** Questions to the assistant; `c` in the address names the conversation. */
export const JingchatScreen = screen(
  ({ api }) => new JingchatStore(api),
  (store, stores, { query, setQuery }) => {
    const asked = query.get('c') ?? '';
    return (
      <JingchatPage
        store={store}
        lookups={stores.lookups}
        editFilter={(editing) => <PlanFilter {...editing} stores={stores} />}
        further={(answer) => <AnswerSubscribe answer={answer} stores={stores} />}
        conversation={/^[1-9][0-9]{0,17}$/.test(asked) ? asked : undefined}
        onOpen={(id) => setQuery(id === undefined ? {} : { c: id })}
      />
    );
  },
  { start: (store) => () => store.stop() },
);
