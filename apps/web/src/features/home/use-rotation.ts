import { useEffect, useEffectEvent, useState, type PointerEvent } from 'react';

/** Specification S9.15. */
const INTERVAL_MS = 30_000;

type Rotation<P> = { position: P; onInterval: (position: P) => void };

/**
 * Calls `onInterval` with the position every `INTERVAL_MS` until the user stops it. Pauses while the pointer or
 * the focus is on an element with `pauseProps`, and is off if the user prefers reduced motion. The interval
 * restarts at each new position.
 */
export function useRotation<P>({ position, onInterval }: Rotation<P>) {
  const [isOn, setOn] = useState(true);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isRotating = isOn && !isPointedAt && !hasFocus;

  useEffect(() => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    const obey = () => {
      if (reducedMotion.matches) setOn(false);
    };
    obey();
    reducedMotion.addEventListener('change', obey);
    return () => reducedMotion.removeEventListener('change', obey);
  }, []);

  const onTime = useEffectEvent(onInterval);
  useEffect(() => {
    if (!isRotating) return undefined;
    const timer = setInterval(() => onTime(position), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRotating, position]);

  return {
    isOn,
    isRotating,
    toggle: () => setOn(!isOn),
    pauseProps: {
      // Touch has no hover: a finger taps or swipes.
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointedAt(pointerType !== 'touch'),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  };
}
