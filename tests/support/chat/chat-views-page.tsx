import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import Dialog from '@mui/material/Dialog';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { theme } from '#client/app/shell/theme.ts';
import type { BubbleActions } from '#client/features/chat/messages/bubbles/bubble-actions.ts';
import { Composer } from '#client/features/chat/composer/composer.tsx';
import { MessageList } from '#client/features/chat/conversation/message-list.tsx';
import { styleNonce } from '#client/lib/product.ts';
import { contentOf, FakeDialog, pictureContent, shownMessage, shownMessages, waitingMessage } from './chat-dialog.ts';

const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
};
const scroller = () => document.querySelector('.chat-scroll') as HTMLElement;

/** The first message that is whole on screen, by its key. */
function firstSeen(): HTMLElement {
  const { top } = scroller().getBoundingClientRect();
  const seen = [...document.querySelectorAll<HTMLElement>('[data-message]')].filter(
    (row) => row.getBoundingClientRect().top >= top,
  );
  return seen.toSorted(
    (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top,
  )[0] as HTMLElement;
}

/** Shows a conversation as the room does, and gives the test its hands on it. */
export function mountChatViews(root: HTMLElement): void {
  const rows = Number(new URLSearchParams(location.search).get('rows') ?? '0');
  const dialog = new FakeDialog(rows > 0 ? shownMessages(100_001, 100_000 + rows) : everyBubble());
  const actions: BubbleActions = {
    answer: async () => undefined,
    openValues: async () => ({
      kind: 'PHONE',
      state: 'agreed',
      mine: '13900000000',
      theirs: '13800000000',
      name: '王经理',
    }),
    openCompany: () => undefined,
    openPlan: () => undefined,
    openCompanyPlan: () => undefined,
    goTo: () => undefined,
  };
  let closings = 0;
  const onClose = () => {
    closings += 1;
  };
  const nonce = styleNonce();
  const place = createRoot(root);
  const views = (
    <CacheProvider value={createCache({ key: 'jt', ...(nonce && { nonce }) })}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        {/* The room is a dialog, which keeps the focus to itself and closes by Escape. */}
        <Dialog
          open
          fullScreen
          transitionDuration={0}
          slotProps={{ paper: { 'aria-label': '私信' } }}
          onClose={onClose}
        >
          <MessageList dialog={dialog} actions={actions} now={() => new Date(2026, 10, 21, 12, 0)} />
          <Composer dialog={dialog} tools={null} />
        </Dialog>
      </ThemeProvider>
    </CacheProvider>
  );
  place.render(views);

  let watched: { readonly key: string; readonly top: number } | undefined;
  let most = 0;
  // The task after a frame: what is measured is what was painted, with all that observers of sizes changed before.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const row = [...document.querySelectorAll<HTMLElement>('[data-message]')].find(
      ({ dataset }) => dataset['message'] === watched?.key,
    );
    // A row that is gone from the screen has moved farther than any that is still there.
    if (watched) most = Math.max(most, row ? Math.abs(row.getBoundingClientRect().top - watched.top) : Infinity);
    requestAnimationFrame(() => port2.postMessage(null));
  };
  port2.postMessage(null);

  window.chat = {
    dialog,
    frames,
    async prepend(count) {
      const row = firstSeen();
      watched = { key: row.dataset['message'] ?? '', top: row.getBoundingClientRect().top };
      most = 0;
      const first = dialog.messages[0]?.message?.seq ?? 1;
      // Lines of many lengths, pictures with and without a known size, and another day now and then.
      const older = shownMessages(first - count, first - 1, (seq) => ({
        timeStamp: new Date(2026, 8, Math.floor((seq - 99_000) / 15), 9, seq % 15).toISOString(),
        sent: seq % 3 === 0,
        ...(seq % 4 === 0
          ? {
              type: MESSAGE_TYPES.picture,
              content: pictureContent(seq, seq % 8 === 0 ? { width: 640, height: 480 } : {}),
            }
          : { content: `第${seq}条。`.repeat(1 + (seq % 17)) }),
      }));
      // Within a frame, so that no sample is taken between what is drawn and what is painted.
      await frames(1);
      dialog.prepend(older);
      await frames(4);
    },
    async shift() {
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
      await frames(4);
      watched = undefined;
      return most;
    },
    closings: () => closings,
    async reopen() {
      place.render(null);
      await frames(2);
      place.render(views);
      await frames(4);
    },
    receive: (sent, content) => dialog.receive(shownMessage(dialog.total + 1, { sent, content })),
  };
}

function everyBubble() {
  const list = Object.values(MESSAGE_TYPES).flatMap((type, place) =>
    [false, true].map((sent, side) =>
      shownMessage(place * 2 + side + 1, {
        type,
        sent,
        state: 'read',
        content: contentOf(type, sent ? 'agreed' : 'pending'),
      }),
    ),
  );
  const last = list.length;
  return [
    ...list,
    shownMessage(last + 1, { content: '👍🎉' }),
    shownMessage(last + 2, { content: '<script>alert(1)</script> <img src=x onerror=alert(1)> javascript:alert(1)' }),
    shownMessage(last + 3, { content: '长'.repeat(200) + 'a'.repeat(200), sent: true }),
    shownMessage(last + 4, { beBack: true, sent: true }),
    shownMessage(last + 5, { beBack: true }),
    shownMessage(last + 6, { sent: true, state: 'failed', reason: '服务暂不可用，请稍后重试', content: '没有发出去' }),
    shownMessage(last + 7, { sent: true, state: 'failed', reason: '对方已屏蔽您', warning: true, content: '被拒收' }),
    shownMessage(last + 8, { sent: true, state: 'unconfirmed', content: '还不知道' }),
    waitingMessage('在路上'),
    shownMessage(last + 10, { sent: true, state: 'sent', content: '好的' }),
  ];
}

declare global {
  interface Window {
    chat?: {
      readonly dialog: FakeDialog;
      readonly frames: (count: number) => Promise<void>;
      /** Older messages come; watches from now on how far the first one on screen moves. */
      readonly prepend: (count: number) => Promise<void>;
      /** How far it moved in pixels at most, once all pictures are there; ends the watch. */
      readonly shift: () => Promise<number>;
      /** How often the dialog around was asked to close. */
      readonly closings: () => number;
      /** Another conversation was looked at, and now this one again. */
      readonly reopen: () => Promise<void>;
      readonly receive: (sent: boolean, content: string) => void;
    };
  }
}
