import type { ComponentType } from 'react';
import type { MessageType } from '#schemas/api/chat.ts';
import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import { AgreedBubble } from '#client/features/chat/messages/bubbles/agreed-bubble.tsx';
import { AssistantContactBubble } from '#client/features/chat/messages/bubbles/assistant-contact-bubble.tsx';
import { BpRequestBubble } from '#client/features/chat/messages/bubbles/bp-request-bubble.tsx';
import type { BubbleProps } from '#client/features/chat/messages/bubbles/bubble-props.ts';
import { ExchangeResultBubble } from '#client/features/chat/messages/bubbles/exchange-result-bubble.tsx';
import { PhoneRequestBubble } from '#client/features/chat/messages/bubbles/phone-request-bubble.tsx';
import { PictureBubble } from '#client/features/chat/messages/bubbles/picture-bubble.tsx';
import { ProjectBubble } from '#client/features/chat/messages/bubbles/project-bubble.tsx';
import { TextBubble } from '#client/features/chat/messages/bubbles/text-bubble.tsx';
import { UnreadableBubble } from '#client/features/chat/messages/bubbles/unreadable-bubble.tsx';
import { WeixinRequestBubble } from '#client/features/chat/messages/bubbles/weixin-request-bubble.tsx';
import './message-bubble.css';

/** Nothing compiles until a new type has its bubble. */
const BUBBLES: Readonly<Record<MessageType, ComponentType<BubbleProps>>> = {
  [MESSAGE_TYPES.text]: TextBubble,
  [MESSAGE_TYPES.assistantContact]: AssistantContactBubble,
  [MESSAGE_TYPES.exchangeResult]: ExchangeResultBubble,
  [MESSAGE_TYPES.phoneRequest]: PhoneRequestBubble,
  [MESSAGE_TYPES.weixinRequest]: WeixinRequestBubble,
  [MESSAGE_TYPES.bpRequest]: BpRequestBubble,
  [MESSAGE_TYPES.picture]: PictureBubble,
  [MESSAGE_TYPES.project]: ProjectBubble,
  [MESSAGE_TYPES.phoneAgreed]: AgreedBubble,
  [MESSAGE_TYPES.weixinAgreed]: AgreedBubble,
};

/** A message in the look of its type; a type of a newer server has a bubble that says so. */
export function MessageBubble(props: BubbleProps) {
  const Bubble = (BUBBLES as Readonly<Record<number, ComponentType<BubbleProps>>>)[props.shown.type];
  return Bubble ? <Bubble {...props} /> : <UnreadableBubble />;
}
