import type { Pose } from './figure.ts';

/** The movements of the covers, each as a coach would accept it. */
export const POSES = {
  handstand: {
    torso: 271,
    head: 254,
    arms: [
      [270, 270],
      [270, 270],
    ],
    legs: [
      [90, 90],
      [90, 90],
    ],
  },
  kickUp: {
    torso: [272, 268],
    head: 254,
    arms: [
      [270, 270],
      [270, 270],
    ],
    legs: [
      [118, 124],
      [52, 40],
    ],
  },
  lSit: {
    torso: [84, 92],
    head: 86,
    arms: [
      [264, 274],
      [264, 274],
    ],
    legs: [
      [4, 3],
      [4, 3],
    ],
  },
  planche: {
    torso: [4, 358],
    head: 8,
    arms: [
      [246, 262],
      [246, 262],
    ],
    legs: [
      [180, 180],
      [180, 180],
    ],
  },
  frontLever: {
    torso: 180,
    head: 176,
    arms: [
      [62, 72],
      [62, 72],
    ],
    legs: [
      [0, 0],
      [0, 0],
    ],
  },
  hang: {
    torso: [88, 92],
    head: 88,
    arms: [
      [92, 90],
      [92, 90],
    ],
    legs: [
      [266, 270],
      [272, 276],
    ],
  },
  swing: {
    torso: [196, 190],
    head: 196,
    arms: [
      [186, 184],
      [186, 184],
    ],
    legs: [
      [8, 2],
      [4, 358],
    ],
  },
  bridge: {
    torso: [152, 214],
    head: 250,
    arms: [
      [242, 262],
      [242, 262],
    ],
    legs: [
      [332, 262, 0],
      [332, 262, 0],
    ],
  },
  stand: {
    torso: [90, 88],
    head: 86,
    arms: [
      [258, 276],
      [282, 292],
    ],
    legs: [
      [270, 268, 0],
      [272, 268, 0],
    ],
  },
  juggle: {
    torso: [92, 88],
    head: 78,
    arms: [
      [258, 12],
      [244, 30],
    ],
    legs: [
      [276, 266, 0],
      [258, 262, 0],
    ],
  },
  squat: {
    torso: [58, 66],
    head: 70,
    arms: [
      [4, 2],
      [4, 2],
    ],
    legs: [
      [352, 236, 0],
      [352, 236, 0],
    ],
  },
  pistol: {
    torso: [58, 62],
    head: 64,
    arms: [
      [2, 0],
      [4, 2],
    ],
    legs: [
      [338, 232, 0],
      [10, 8, 60],
    ],
  },
  lunge: {
    torso: [86, 90],
    head: 90,
    arms: [
      [96, 86],
      [104, 92],
    ],
    legs: [
      [350, 268, 0],
      [236, 190, 262],
    ],
  },
  overheadPull: {
    torso: [90, 94],
    head: 96,
    arms: [
      [62, 66],
      [128, 122],
    ],
    legs: [
      [284, 272, 0],
      [256, 264, 0],
    ],
  },
  rest: {
    torso: [182, 178],
    head: 172,
    arms: [
      [330, 352],
      [330, 352],
    ],
    legs: [
      [52, 304, 350],
      [40, 296, 350],
    ],
  },
  pike: {
    torso: [326, 320],
    head: 302,
    arms: [
      [302, 302],
      [302, 302],
    ],
    legs: [
      [250, 258, 0],
      [250, 258, 0],
    ],
  },
  pushUp: {
    torso: [16, 14],
    head: 16,
    arms: [
      [268, 270],
      [268, 270],
    ],
    legs: [
      [196, 196, 262],
      [196, 196, 262],
    ],
  },
  ringSupport: {
    torso: [90, 90],
    head: 88,
    arms: [
      [262, 268],
      [278, 272],
    ],
    legs: [
      [268, 270],
      [272, 270],
    ],
  },
  splitLeap: {
    torso: [78, 86],
    head: 84,
    arms: [
      [40, 52],
      [150, 140],
    ],
    legs: [
      [8, 356, 350],
      [196, 178, 176],
    ],
  },
  stagHandstand: {
    torso: [271, 268],
    head: 250,
    arms: [
      [272, 269],
      [266, 271],
    ],
    legs: [
      [152, 40],
      [84, 82],
    ],
  },
  sideBend: {
    torso: [96, 128],
    head: 146,
    arms: [
      [140, 158],
      [300, 280],
    ],
    legs: [
      [272, 270, 0],
      [262, 268, 0],
    ],
  },
} as const satisfies Record<string, Pose>;

/** Stretched out from the bar in a direction: the feet trail, the eyes look ahead past the arms. */
export function giantSwing(direction: number, trail = 6): Pose {
  const inward = direction + 180;
  const arm = [inward, inward] as const;
  const leg = [direction - trail, direction - trail * 1.6] as const;
  return {
    torso: [inward - trail / 2, inward],
    head: inward + 17,
    arms: [arm, arm],
    legs: [leg, leg],
  };
}
