import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import { observer } from 'mobx-react-lite';
import type { ConnectionStore } from '#client/app/base/connection-store.ts';
import './connection-bar.css';

const WORDS = {
  online: undefined,
  offline: '网络已断开，恢复后自动发送和更新',
  unreachable: '暂时无法连接服务器，正在重新连接…',
} as const;

/** Says above every page that the server is out of reach, for as long as it is. */
export const ConnectionBar = observer(function ConnectionBar({ store }: { readonly store: ConnectionStore }) {
  const words = WORDS[store.state];
  return (
    <div role="status" className="connection">
      {words !== undefined && (
        <p>
          <CloudOffOutlined aria-hidden />
          {words}
        </p>
      )}
    </div>
  );
});
