import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { usePageTitle } from '#client/lib/page-title.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { AnswerLookups } from './answer-lookups.ts';
import type { AnswerFurther } from './answer-view.tsx';
import { ChoiceChips } from './choice-chips.tsx';
import { QuestionComposer } from './composer.tsx';
import { ConversationList } from './conversation-list.tsx';
import type { EditPlanFilter } from './plan-chips.tsx';
import type { JingchatStore } from './jingchat-store.ts';
import { Thread } from './thread.tsx';
import './jingchat.css';

interface JingchatPageProps {
  readonly store: JingchatStore;
  readonly lookups: AnswerLookups;
  readonly editFilter: EditPlanFilter;
  readonly further?: AnswerFurther;
  /** The conversation that the address names. */
  readonly conversation: string | undefined;
  /** Leads to a conversation, or without an id to a new one. */
  readonly onOpen: (id: string | undefined) => void;
}

/** Questions in Chinese, answered from the data of the product. */
export const JingchatPage = observer(function JingchatPage(props: JingchatPageProps) {
  const { store, lookups, editFilter, further, conversation, onOpen } = props;
  const { current, opening, turns, conversations } = store;
  const [isListed, setListed] = useState(false);
  usePageTitle(current?.title ?? '智能问答');
  useEffect(() => void conversations.list.load(), [conversations]);
  useEffect(() => void store.show(conversation), [store, conversation]);
  const id = current?.id;
  // The first question makes the conversation, which has an address from then on.
  const { begun } = store;
  useEffect(() => {
    if (begun === undefined) return;
    store.noteAddress();
    onOpen(begun);
  }, [store, begun, onOpen]);
  const open = (next: string | undefined) => {
    setListed(false);
    onOpen(next);
  };
  return (
    <div className="jing">
      <header className="jing-head">
        <h1>{current?.title ?? '智能问答'}</h1>
        <PlainButton
          className="jing-toggle"
          look="outlined"
          aria-expanded={isListed}
          onClick={() => setListed(!isListed)}
        >
          对话记录
        </PlainButton>
      </header>
      <aside data-open={isListed || undefined}>
        <ConversationList store={conversations} current={id} onOpen={open} onRenamed={(one) => store.renamed(one)} />
      </aside>
      <div className="jing-main">
        <div className="jing-scroller">
          {opening.failure ? (
            <Notice
              isAlert
              title={opening.failure.message}
              action={{ label: '新对话', onPress: () => onOpen(undefined) }}
            />
          ) : opening.isLoading ? (
            <p className="jing-busy">正在打开……</p>
          ) : turns.length === 0 ? (
            <Welcome store={store} />
          ) : (
            <Thread store={store} lookups={lookups} editFilter={editFilter} further={further} />
          )}
        </div>
        <QuestionComposer store={store} />
      </div>
    </div>
  );
});

/** What can be asked, where nothing has been. */
const Welcome = observer(function Welcome({ store }: { readonly store: JingchatStore }) {
  const { examples } = store;
  useEffect(() => {
    if (!examples.value) void examples.load();
  }, [examples]);
  return (
    <section className="jing-welcome" aria-label="可以这样问">
      <h2>用一句话查数据</h2>
      <p>
        回答只来自平台的数据，范围与您能查看的列表相同，并附上查询条件，可以随时核对。没有理解的词会指出来，不会略过。
      </p>
      {examples.failure && <p role="alert">{examples.failure.message}</p>}
      {examples.isLoading && <p className="jing-busy">正在准备示例……</p>}
      {examples.value?.map(({ object, questions }) => (
        <ChoiceChips
          key={object}
          label={object}
          choices={questions}
          isBusy={store.busy !== undefined}
          onChoose={(question) => void store.ask(question)}
        />
      ))}
    </section>
  );
});
