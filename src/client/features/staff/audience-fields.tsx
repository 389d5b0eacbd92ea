import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import { observer } from 'mobx-react-lite';
import type { NoticeAudience } from '#schemas/api/notices.ts';
import { AUDIENCES } from '#schemas/generated/api/notices.ts';
import { KINDS_OF_PEOPLE } from '#shared/policy/kinds-of-people.ts';
import { PersonPicker } from './person-picker.tsx';
import type { SendStore } from './send-store.ts';

const LABELS: Readonly<Record<NoticeAudience, string>> = { one: '一个人', segment: '一类人', all: '所有人' };

/** Whom a notice goes to. */
export const AudienceFields = observer(function AudienceFields({ store }: { readonly store: SendStore }) {
  const { audience, kinds } = store.draft;
  return (
    <>
      <fieldset className="desk-fieldset">
        <legend>发送给</legend>
        {AUDIENCES.map((each) => (
          <FormControlLabel
            key={each}
            control={
              <Radio
                size="small"
                name="notice-audience"
                checked={each === audience}
                onChange={() => store.change({ audience: each })}
              />
            }
            label={LABELS[each]}
          />
        ))}
      </fieldset>
      {audience === 'one' && <PersonPicker store={store} />}
      {audience === 'segment' && (
        <fieldset className="desk-fieldset">
          <legend>人群（可多选，按打开消息时的身份）</legend>
          {KINDS_OF_PEOPLE.map(({ kind, label }) => (
            <FormControlLabel
              key={kind}
              control={
                <Checkbox
                  size="small"
                  checked={kinds.includes(kind)}
                  onChange={(_, checked) =>
                    store.change({ kinds: checked ? [...kinds, kind] : kinds.filter((each) => each !== kind) })
                  }
                />
              }
              label={kind === 'member' ? `${label}（未认证且非 SVIP）` : label}
            />
          ))}
        </fieldset>
      )}
    </>
  );
});
