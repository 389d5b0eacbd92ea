import ArrowForward from '@mui/icons-material/ArrowForward';
import { useLayoutEffect, useRef } from 'react';
import { useBlobAddress } from '#client/lib/use-blob-address.ts';
import type { SlideChallenge, Trail } from './captcha-store.ts';
import { useSlide } from './use-slide.ts';

interface SlidePuzzleProps {
  readonly challenge: SlideChallenge;
  /** False while an attempt is judged, and when the puzzle is too old. */
  readonly isEnabled: boolean;
  readonly onDrop: (left: number, trail: Trail) => void;
}

const HUNDRED = 100;

/** A picture with several symbols and the piece that shows one of them, moved by dragging the handle or by arrow keys. */
export function SlidePuzzle({ challenge, isEnabled, onDrop }: SlidePuzzleProps) {
  const { width, height, pieceSize, pieceTop } = challenge;
  const { left, most, handle } = useSlide(challenge, isEnabled, onDrop);
  const background = useBlobAddress(challenge.background);
  const piece = useBlobAddress(challenge.piece);
  const share = (pixels: number, whole: number) => `${(pixels / whole) * HUNDRED}%`;
  const way = left / Math.max(most, 1);
  const grip = useRef<HTMLSpanElement>(null);
  // Before it is painted: a key pressed as soon as the puzzle is seen must not be lost.
  useLayoutEffect(() => grip.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className="puzzle-picture" style={{ aspectRatio: `${width} / ${height}` }}>
        {background !== undefined && <img className="puzzle-background" src={background} alt="" draggable={false} />}
        {piece !== undefined && (
          <img
            className="puzzle-piece"
            src={piece}
            alt=""
            draggable={false}
            style={{ left: share(left, width), top: share(pieceTop, height), width: share(pieceSize, width) }}
          />
        )}
      </div>
      <div className="puzzle-track">
        <span className="puzzle-done" style={{ width: `calc(${way} * (100% - 44px) + 22px)` }} />
        {left === 0 && <span className="puzzle-hint">拖动滑块，把图案移到相同的图案上</span>}
        <span
          className="puzzle-handle"
          // Keys work at once; a pointer finds it as well.
          ref={grip}
          role="slider"
          tabIndex={0}
          aria-label="拼图位置"
          aria-describedby="puzzle-keys"
          aria-valuemin={0}
          aria-valuemax={Math.round(most)}
          aria-valuenow={Math.round(left)}
          aria-disabled={!isEnabled}
          style={{ left: `calc(${way} * (100% - 44px))` }}
          {...handle}
        >
          <ArrowForward aria-hidden />
        </span>
      </div>
      <p id="puzzle-keys" className="puzzle-keys">
        键盘操作：方向键移动，PgUp / PgDn 快移，回车提交
      </p>
    </>
  );
}
