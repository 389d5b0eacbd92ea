import { useState } from 'react';
import { WarningBar } from '#client/ui/warning-bar.tsx';

interface ServiceBannerProps {
  /** Who is talked with. */
  readonly uid: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

const keyOf = (uid: string): string => `jingtu.chat.service-banner.${uid}`;

/** Says that the other user does not invest, until it is dismissed; once dismissed it stays away for that person. */
export function ServiceBanner({ uid, storage }: ServiceBannerProps) {
  const [isOpen, setOpen] = useState(() => storage.getItem(keyOf(uid)) === null);
  if (!isOpen) return null;
  return (
    <WarningBar
      onClose={() => {
        setOpen(false);
        storage.setItem(keyOf(uid), '1');
      }}
    >
      对方为服务机构，非直投机构，请谨慎沟通
    </WarningBar>
  );
}
