import { useCallback, useEffect, useRef, useState } from 'react';
import { pictureRefusal } from '#client/features/chat/outbox/picture-check.ts';

/** Pictures of one send at most. */
const MOST_PICTURES = 9;
/** What the chooser of files offers. */
export const PICTURE_KINDS = 'image/jpeg,image/png,image/webp,image/gif';

/** A picture that waits to be sent. */
export interface PickedPicture {
  readonly id: number;
  readonly file: File;
  /** Shows it on this page. */
  readonly url: string;
}

/** Pictures that were chosen, pasted or dropped, until they are sent or removed. */
export function usePickedPictures() {
  const [picked, setPicked] = useState<readonly PickedPicture[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const count = useRef(0);
  const open = useRef(picked);
  useEffect(() => {
    open.current = picked;
  }, [picked]);
  useEffect(() => () => open.current.forEach(({ url }) => URL.revokeObjectURL(url)), []);

  const add = useCallback((files: readonly File[]) => {
    const room = MOST_PICTURES - open.current.length;
    const fit = files.filter((file) => pictureRefusal(file) === undefined);
    const refused = files.map(pictureRefusal).find((words) => words !== undefined);
    setRefusal(refused ?? (fit.length > room ? `一次最多发送 ${MOST_PICTURES} 张图片` : undefined));
    const added = fit.slice(0, room).map((file) => {
      count.current += 1;
      return { id: count.current, file, url: URL.createObjectURL(file) };
    });
    setPicked((before) => [...before, ...added]);
  }, []);

  const remove = useCallback((gone: (picture: PickedPicture) => boolean) => {
    setRefusal(undefined);
    open.current.filter(gone).forEach(({ url }) => URL.revokeObjectURL(url));
    setPicked((before) => before.filter((picture) => !gone(picture)));
  }, []);

  return { picked, refusal, add, remove };
}
