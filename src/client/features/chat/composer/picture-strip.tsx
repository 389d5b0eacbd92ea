import CloseRounded from '@mui/icons-material/CloseRounded';
import type { PickedPicture } from './use-picked-pictures.ts';

interface PictureStripProps {
  readonly picked: readonly PickedPicture[];
  readonly onRemove: (id: number) => void;
}

/** The pictures that go with the next press of send. */
export function PictureStrip({ picked, onRemove }: PictureStripProps) {
  return (
    <ul className="picture-strip" aria-label="待发送的图片">
      {picked.map(({ id, file, url }) => (
        <li key={id}>
          <img src={url} alt={file.name} />
          <button type="button" aria-label={`移除 ${file.name}`} onClick={() => onRemove(id)}>
            <CloseRounded />
          </button>
        </li>
      ))}
    </ul>
  );
}
