import ComputerOutlined from '@mui/icons-material/ComputerOutlined';
import DevicesOtherOutlined from '@mui/icons-material/DevicesOtherOutlined';
import PhoneIphoneOutlined from '@mui/icons-material/PhoneIphoneOutlined';
import TabletMacOutlined from '@mui/icons-material/TabletMacOutlined';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Device } from '#schemas/api/devices.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import type { DevicesStore } from './devices-store.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';

const ICONS = {
  computer: ComputerOutlined,
  phone: PhoneIphoneOutlined,
  tablet: TabletMacOutlined,
  other: DevicesOtherOutlined,
} as const;

/** Where the account is signed in, with the way to sign it out there. */
export const DevicesPage = observer(function DevicesPage({ store }: { readonly store: DevicesStore }) {
  /** The device that is asked about, or all others. */
  const [asked, setAsked] = useState<Device | 'others'>();
  const { devices } = store;
  useEffect(() => void devices.load(), [devices]);
  const { value: list, failure } = devices;
  return (
    <>
      <PageHead title="登录设备" help="账号当前登录的设备。发现陌生设备时请将其退出，并修改密码。">
        <Button
          variant="outlined"
          color="inherit"
          disabled={!list?.some(({ current }) => !current)}
          onClick={() => setAsked('others')}
        >
          退出其他所有设备
        </Button>
      </PageHead>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void devices.load() }} />
      )}
      {!failure && !list && <LoadingBlock height={160} />}
      {list && (
        <section className="personal-card" aria-label="已登录的设备">
          <ul className="personal-rows">
            {list.map((device) => (
              <Row key={device.id} device={device} onEnd={() => setAsked(device)} />
            ))}
          </ul>
        </section>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title={asked === 'others' ? '退出其他所有设备？' : '退出这台设备？'}
          confirm="退出登录"
          isGrave
          onSubmit={() => (asked === 'others' ? store.endOthers() : store.end(asked.id))}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'others'
            ? '除当前设备外，其他设备都需要重新登录。'
            : `“${asked.words}”将立即退出，需要重新登录才能使用。`}
        </ConfirmDialog>
      )}
    </>
  );
});

interface RowProps {
  readonly device: Device;
  readonly onEnd: () => void;
}

function Row({ device, onEnd }: RowProps) {
  const Icon = ICONS[device.kind];
  return (
    <li className="personal-row">
      <Icon className="personal-row-icon" aria-hidden />
      <div>
        <b>{device.words}</b>
        {device.current && <span className="personal-tag">当前设备</span>}
        <p className="personal-soft">
          {device.address} · {shownMoment(device.createdAt)} 登录 · 最近使用 {shownMoment(device.seenAt)}
        </p>
      </div>
      {!device.current && (
        <Button onClick={onEnd} aria-label={`退出 ${device.words}`}>
          退出
        </Button>
      )}
    </li>
  );
}
