import { useEffect, useEffectEvent, useState, type PointerEvent } from 'react';

/** The time between automatic slides, in ms (S9.15). */
const INTERVAL_MS = 30_000;

type Rotation<P> = { position: P; goOnFrom: (position: P) => void };

/**
 * Calls `goOnFrom` with the position every `INTERVAL_MS` until the user stops it. Pauses while the pointer or
 * the focus is on an element with `pausingProps`, and is off if the user prefers reduced motion. The interval
 * restarts at each new position.
 */
export function useRotation<P>({ position, goOnFrom }: Rotation<P>) {
  const [isOn, setOn] = useState(true);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isRotating = isOn && !isPointedAt && !hasFocus;

  useEffect(() => {
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');
    const obey = () => {
      if (stillness.matches) setOn(false);
    };
    obey();
    stillness.addEventListener('change', obey);
    return () => stillness.removeEventListener('change', obey);
  }, []);

  const onTime = useEffectEvent(goOnFrom);
  useEffect(() => {
    if (!isRotating) return undefined;
    const timer = setInterval(() => onTime(position), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRotating, position]);

  return {
    isOn,
    isRotating,
    toggle: () => setOn(!isOn),
    pausingProps: {
      // Touch has no hover: a finger taps or swipes.
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointedAt(pointerType !== 'touch'),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  };
}
