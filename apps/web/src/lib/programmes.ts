import type { Programme } from '@agres/domain/paths';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const PROGRAMME_NAMES: Record<Programme, MessageDescriptor> = {
  strength: msg`Strength`,
  bodyweight: msg`Bodyweight`,
  mobility: msg`Mobility`,
  handstand: msg`Handstand`,
  'pull-up-bar': msg`Pull-up bar`,
  rings: msg`Rings`,
  juggling: msg`Juggling`,
  recovery: msg`Recovery`,
};

export const programmeCover = (programme: Programme): string =>
  `/pictures/programmes/${programme === 'pull-up-bar' ? 'bar' : programme}.webp`;
