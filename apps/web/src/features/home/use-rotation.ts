import { useEffect, useEffectEvent, useState, type PointerEvent } from 'react';

/** So long a carousel rests before it goes on by itself (specification, section 9). */
const INTERVAL_MS = 30_000;

type Rotation<P> = { position: P; goOnFrom: (position: P) => void };

/**
 * Goes on by itself, until the reader stops it. It waits while a pointer rests or the focus is on what
 * `pausingProps` are given to, and does not begin where motion is unwanted. Each new position, chosen
 * or automatic, is given the full time to read.
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
      // A finger rests on nothing: it taps or swipes.
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointedAt(pointerType !== 'touch'),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  };
}
