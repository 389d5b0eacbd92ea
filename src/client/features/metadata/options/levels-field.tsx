import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { splitList } from '#generators/field-types/parts.ts';
import type { OptionDraft } from './option-draft.ts';

const BETWEEN_LEVELS = /[/／]/u;

/** What the levels of a tree are called, from the roots on: 省份、省 / 城市. Taken over when the cursor leaves. */
export const LevelsField = observer(function LevelsField({ draft }: { readonly draft: OptionDraft }) {
  const kept = draft.state.levels.map((names) => names.join('、')).join(' / ');
  const [typed, setTyped] = useState<string | undefined>();
  return (
    <TextField
      label="各级名称"
      placeholder="如：省份、省 / 城市"
      title="提问时怎样称呼各级：从第一级起用 / 分开，同一级的几个名称用、分开"
      value={typed ?? kept}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== undefined && typed !== kept) draft.nameLevels(typed.split(BETWEEN_LEVELS).map(splitList));
        setTyped(undefined);
      }}
      sx={{ width: { xs: '100%', sm: 'auto' }, flex: { sm: '1 1 300px' }, maxWidth: { sm: 520 } }}
    />
  );
});
