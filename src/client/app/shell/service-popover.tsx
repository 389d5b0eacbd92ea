import Popover from '@mui/material/Popover';
import { useId } from 'react';
import { customerService } from '#client/lib/customer-service.ts';
import { hashAddress } from '#client/lib/router.ts';
import './service-popover.css';

export interface ServicePopoverProps {
  readonly anchor: HTMLElement;
  readonly isSignedIn: boolean;
  /** Goes to a path of the product. */
  readonly onGo: (path: string) => void;
  readonly onClose: () => void;
}

/** How customer service is reached: what is configured, else the way to the platform's own messages. */
export function ServicePopover({ anchor, isSignedIn, onGo, onClose }: ServicePopoverProps) {
  const id = useId();
  const { phone, email, hours, url } = customerService();
  const isKnown = [phone, email, url].some((way) => way !== undefined);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'center', horizontal: 'left' }}
      transformOrigin={{ vertical: 'center', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { ml: '-10px' } } }}
    >
      <div className="service">
        <h2 id={id}>联系客服</h2>
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
      </div>
    </Popover>
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
