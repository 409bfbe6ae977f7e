import type { IconNode } from 'lucide';
import { createElement, type ReactElement } from 'react';

type IconProps = { of: IconNode; className: string };

/** Renders a decorative Lucide icon. The text beside it, or the element around it, has the accessible name. */
export const Icon = ({ of: shapes, className }: IconProps): ReactElement =>
  createElement(
    'svg',
    {
      'aria-hidden': true,
      className,
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    shapes.map(([shape, attributes], place) => createElement(shape, { key: place, ...attributes })),
  );
