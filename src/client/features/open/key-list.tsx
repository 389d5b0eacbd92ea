import Button from '@mui/material/Button';
import type { ApiKey } from '#schemas/api/api-keys.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { scopeWords } from './scope-words.ts';

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  readonly objects: readonly { readonly objectApiName: string; readonly label: string }[];
  readonly onRotate: (key: ApiKey) => void;
  readonly onRevoke: (key: ApiKey) => void;
}

const STATES: Readonly<Record<ApiKey['state'], string>> = {
  good: '有效',
  ending: '更换中',
  expired: '已到期',
  revoked: '已吊销',
};

const isGood = ({ state }: ApiKey): boolean => state === 'good' || state === 'ending';

/** When a key ends or ended. */
const endOf = ({ state, expiresAt, revokedAt }: ApiKey): string => {
  if (state === 'revoked') return `${shownMoment(revokedAt ?? expiresAt)} 吊销`;
  if (state === 'ending') return `${shownMoment(revokedAt ?? expiresAt)} 失效，请改用新的密钥`;
  return `${shownMoment(expiresAt)} ${state === 'expired' ? '已到期' : '到期'}`;
};

/** One's own keys, those that are good first. */
export function KeyList({ keys, objects, onRotate, onRevoke }: KeyListProps) {
  const sorted = [...keys.filter(isGood), ...keys.filter((key) => !isGood(key))];
  return (
    <ul className="developer-keys">
      {sorted.map((key) => (
        <li key={key.id} data-over={!isGood(key) || undefined}>
          <div>
            <p>
              <b>{key.name}</b>
              <span className="developer-state" data-state={key.state}>
                {STATES[key.state]}
              </span>
              <code>{key.prefix}…</code>
            </p>
            <p>
              {key.scopes.map((scope) => scopeWords(scope, objects)).join('、')}
              {key.addresses.length > 0 && ` · 仅限 ${key.addresses.join('、')}`}
            </p>
            <p>
              {endOf(key)} ·{' '}
              {key.usedAt === null ? '尚未使用' : `最近使用 ${shownMoment(key.usedAt)}（${key.usedFrom ?? ''}）`}
            </p>
          </div>
          {isGood(key) && (
            <div className="developer-acts">
              {key.state === 'good' && (
                <Button aria-label={`更换 ${key.name}`} onClick={() => onRotate(key)}>
                  更换
                </Button>
              )}
              <Button color="error" aria-label={`吊销 ${key.name}`} onClick={() => onRevoke(key)}>
                吊销
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
