import type { DeliveryArea } from '@agres/domain/delivery';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

const AREA_NAMES: Record<DeliveryArea, MessageDescriptor> = {
  0: msg`France`,
  1: msg`Europe`,
  2: msg`Rest of the world`,
};

export function areaNamesIn(i18n: I18n): Record<DeliveryArea, string> {
  return { 0: i18n._(AREA_NAMES[0]), 1: i18n._(AREA_NAMES[1]), 2: i18n._(AREA_NAMES[2]) };
}

export const useAreaNames = () => areaNamesIn(useLingui().i18n);
