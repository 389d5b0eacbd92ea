import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined';
import SupportAgent from '@mui/icons-material/SupportAgent';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { ChatRoom } from '#client/features/chat/room/chat-room.tsx';
import { browserClock } from '#client/lib/clock.ts';
import { fastFinancingAddress } from '#client/lib/customer-service.ts';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { buildRoom, type RoomDeps } from './chat-room-deps.ts';
import { ServicePopover, SphereButtons } from './sphere-buttons.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

interface ChatRoomScreenProps {
  readonly stores: AppStores;
  /** Goes to a path of the product. */
  readonly onGo: (path: string) => void;
}

/** The role that the financing service is for. */
const FOUNDER = 'START_UP';

/** The chat room of the person who is signed in. Loaded with its first opening; another person has another one. */
export const ChatRoomScreen = observer(function ChatRoomScreen({ stores, onGo }: ChatRoomScreenProps) {
  const { chatLauncher, session } = stores;
  const uid = session.profile?.uid ?? '';
  const [parts] = useState(() => buildRoom(stores, onGo));
  const { room, dialogs, around } = parts;
  useEffect(() => {
    room.start(uid);
    return () => room.stop();
  }, [room, uid]);
  useEffect(
    () =>
      reaction(
        () => [chatLauncher.isOpen, chatLauncher.pendingIntent] as const,
        ([isOpen]) => (isOpen ? welcome(stores, parts) : leave(parts)),
        { fireImmediately: true },
      ),
    [chatLauncher, stores, parts],
  );
  return (
    <ChatRoom
      room={room}
      dialogs={dialogs}
      around={around}
      clock={browserClock}
      footer={<Footer stores={stores} onGo={around.goTo} />}
      toggle={<SphereButtons stores={stores} onGo={around.goTo} />}
      onClose={chatLauncher.close}
    />
  );
});

/** Opens the room, with whom it was opened for. */
function welcome({ chatLauncher }: AppStores, { room, dialogs }: RoomDeps): void {
  const intent = chatLauncher.takePendingIntent();
  if (!room.isOpen)
    room.open(intent && { kind: 'user', uid: intent.uid, ...(intent.ccid !== undefined && { ccid: intent.ccid }) });
  else if (intent) room.selectUser(intent.uid, intent.ccid);
  if (intent?.isDelivery) void dialogs.choosePlan(room.exchangeWith(intent.uid));
}

function leave({ room, dialogs }: RoomDeps): void {
  dialogs.leave();
  room.close();
}

/** Help, and for founders the financing service. */
const Footer = observer(function Footer({ stores: { api, session }, onGo }: ChatRoomScreenProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const financing = session.profile?.identityRoles.includes(FOUNDER) ? fastFinancingAddress('chat') : undefined;
  return (
    <footer className="contacts-foot">
      <PlainButton
        tone="quiet"
        icon={<SupportAgent />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        客服
      </PlainButton>
      {financing !== undefined && (
        <PlainLink icon={<RocketLaunchOutlined />} href={financing} target="_blank" rel="noopener noreferrer">
          快速融资
        </PlainLink>
      )}
      {anchor && (
        <ServicePopover anchor={anchor} api={api} isSignedIn onGo={onGo} onClose={() => setAnchor(undefined)} />
      )}
    </footer>
  );
});
