import { useState } from 'react';
import { ServiceMessageStore } from '#client/features/service/message-store.ts';
import { LeaveMessage } from '#client/features/service/leave-message.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { customerService } from '#client/lib/customer-service.ts';
import { hashAddress, loginPath } from '#client/lib/router.ts';
import { PopoverFrame } from '#client/ui/dialogs/popover-frame.tsx';
import './service-popover.css';

const HELP = '/helpCenter';

export interface ServicePopoverProps {
  readonly anchor: HTMLElement;
  readonly api: AppStores['api'];
  readonly isSignedIn: boolean;
  /** Goes to a path of the product. */
  readonly onGo: (path: string) => void;
  readonly onClose: () => void;
}

/** How customer service is reached: what is configured, else the way to the platform's own messages. */
export function ServicePopover({ anchor, api, isSignedIn, onGo, onClose }: ServicePopoverProps) {
  const [desk] = useState(() => new ServiceMessageStore(api));
  const { phone, email, hours, url } = customerService();
  const isKnown = [phone, email, url].some((way) => way !== undefined);
  return (
    <PopoverFrame anchor={anchor} title="联系客服" side="beside" onClose={onClose}>
      <div className="service">
        <p>
          <a
            href={hashAddress(HELP)}
            onClick={(event) => {
              event.preventDefault();
              onClose();
              onGo(HELP);
            }}
          >
            帮助中心
          </a>
          中有各项功能的用法。
        </p>
        {isKnown ? (
          <dl>
            {phone !== undefined && (
              <Way name="电话">
                <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
              </Way>
            )}
            {email !== undefined && (
              <Way name="邮箱">
                <a href={`mailto:${email}`}>{email}</a>
              </Way>
            )}
            {url !== undefined && (
              <Way name="在线">
                <a href={url} target="_blank" rel="noopener noreferrer">
                  在线客服
                </a>
              </Way>
            )}
            {hours !== undefined && <Way name="时间">{hours}</Way>}
          </dl>
        ) : (
          <Otherwise
            isSignedIn={isSignedIn}
            onGo={(path) => {
              onClose();
              onGo(path);
            }}
          />
        )}
        <LeaveMessage store={desk} signIn={isSignedIn ? undefined : hashAddress(loginPath('/home'))} />
      </div>
    </PopoverFrame>
  );
}

function Way({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Where there is neither a number nor an address: the way to the platform's own messages. */
function Otherwise({ isSignedIn, onGo }: Pick<ServicePopoverProps, 'isSignedIn' | 'onGo'>) {
  const path = isSignedIn ? '/messageCenter' : '/login?redirect=%2FmessageCenter';
  return (
    <p>
      暂未设置客服电话与邮箱。{isSignedIn ? '平台的通知见' : '登录后，平台的通知见'}
      <a
        href={hashAddress(path)}
        onClick={(event) => {
          event.preventDefault();
          onGo(path);
        }}
      >
        消息中心
      </a>
      。
    </p>
  );
}
