import type { Programme } from '@agres/domain/paths';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The dose is the repetitions or the duration. */
type SessionStep = { movement: MessageDescriptor; dose: MessageDescriptor };

type ProgrammeSheet = {
  lead: MessageDescriptor;
  level: MessageDescriptor;
  audience: MessageDescriptor;
  session: { title: MessageDescriptor; steps: readonly SessionStep[] };
};

export const PROGRAMME_SHEETS: Record<Programme, ProgrammeSheet> = {
  strength: {
    lead: msg`Push, pull, squat, hold: you repeat a few movements, and the load goes up once they feel easy.`,
    level: msg`Beginner to intermediate`,
    audience: msg`You want to get stronger at home with little equipment, and can spare half an hour, three times a week.`,
    session: {
      title: msg`Session 4: push and pull`,
      steps: [
        { movement: msg`Warm-up: shoulders and hips`, dose: msg`5 min` },
        { movement: msg`Push-ups, on your knees if you need to`, dose: msg`4 × 8` },
        { movement: msg`Rows with a band or on rings`, dose: msg`4 × 8` },
        { movement: msg`Split squats`, dose: msg`3 × 8 per side` },
        { movement: msg`Plank`, dose: msg`3 × 30 s` },
      ],
    },
  },
  bodyweight: {
    lead: msg`Squats, push-ups, lunges, planks: what you can do with a floor and your own weight, in the right order.`,
    level: msg`Beginner`,
    audience: msg`You’re starting, or starting again, and want short sessions that need no gym.`,
    session: {
      title: msg`Session 2: the whole body`,
      steps: [
        { movement: msg`Skipping, with or without a rope`, dose: msg`3 min` },
        { movement: msg`Squats`, dose: msg`3 × 12` },
        { movement: msg`Push-ups with your hands raised`, dose: msg`3 × 8` },
        { movement: msg`Reverse lunges`, dose: msg`3 × 8 per side` },
        { movement: msg`Hollow hold`, dose: msg`3 × 20 s` },
      ],
    },
  },
  mobility: {
    lead: msg`Slow, controlled movements for your hips, back and shoulders. You go as far as you’re comfortable, then a little further each week.`,
    level: msg`All levels`,
    audience: msg`You sit a lot, or would like to squat lower and reach higher, and want a short routine that you can keep up.`,
    session: {
      title: msg`Session 3: hips`,
      steps: [
        { movement: msg`Cat-cow`, dose: msg`2 × 8` },
        { movement: msg`Deep squat, your heels on a block if you need to`, dose: msg`3 × 30 s` },
        { movement: msg`Hip rotations, sitting on the floor`, dose: msg`2 × 8 per side` },
        { movement: msg`Kneeling lunge, a hand on a block`, dose: msg`2 × 40 s per side` },
      ],
    },
  },
  handstand: {
    lead: msg`First your wrists and shoulders, then the wall, then the first seconds without it.`,
    level: msg`Intermediate: ten push-ups in a row`,
    audience: msg`You’ve always wanted to stand on your hands, and you like a skill that takes patience.`,
    session: {
      title: msg`Session 4: at the wall`,
      steps: [
        { movement: msg`Warm-up: wrists and shoulders`, dose: msg`4 min` },
        { movement: msg`Wall handstand`, dose: msg`3 × 30 s` },
        { movement: msg`Pike push-ups`, dose: msg`3 × 8` },
        { movement: msg`L-sit`, dose: msg`3 × 10 s` },
      ],
    },
  },
  'pull-up-bar': {
    lead: msg`First you hang, then you lower yourself, then you pull. The swings come last.`,
    level: msg`Beginner to intermediate`,
    audience: msg`You can’t do a pull-up yet, or want cleaner ones, and have a bar at home or in the park.`,
    session: {
      title: msg`Session 5: on the way to the first one`,
      steps: [
        { movement: msg`Dead hang`, dose: msg`3 × 20 s` },
        { movement: msg`Shoulder pulls with straight arms`, dose: msg`3 × 8` },
        { movement: msg`Pull-ups with a band`, dose: msg`4 × 5` },
        { movement: msg`Lowering yourself slowly`, dose: msg`3 × 3` },
        { movement: msg`Knee raises, hanging`, dose: msg`3 × 8` },
      ],
    },
  },
  rings: {
    lead: msg`Rings move, so every hold asks for control. You begin with your feet on the floor and take weight off them week by week.`,
    level: msg`Intermediate: five dips in a row`,
    audience: msg`You’re at ease with push-ups and rows, and want to train your upper body with equipment that fits in a bag.`,
    session: {
      title: msg`Session 3: steady arms`,
      steps: [
        { movement: msg`Warm-up: shoulders and wrists`, dose: msg`5 min` },
        { movement: msg`Support hold`, dose: msg`4 × 15 s` },
        { movement: msg`Ring rows`, dose: msg`4 × 8` },
        { movement: msg`Ring push-ups`, dose: msg`3 × 8` },
        { movement: msg`Dips with your feet on the floor`, dose: msg`3 × 5` },
      ],
    },
  },
  juggling: {
    lead: msg`One ball, then two, then the three-ball cascade. Each variation builds on the one before.`,
    level: msg`All levels: you begin with one ball`,
    audience: msg`You want something playful to practise ten minutes at a time, alone or with friends.`,
    session: {
      title: msg`Session 1: towards the cascade`,
      steps: [
        { movement: msg`One ball, from hand to hand`, dose: msg`2 min` },
        { movement: msg`Two balls: throw, throw, stop`, dose: msg`3 min` },
        { movement: msg`Three balls: three throws, stop`, dose: msg`3 min` },
        { movement: msg`The cascade, for as long as it lasts`, dose: msg`2 min` },
      ],
    },
  },
  recovery: {
    lead: msg`Calm breathing, slow stretches and easy movement for the days between two sessions.`,
    level: msg`All levels`,
    audience: msg`You already train, and would like a quiet routine for your days off.`,
    session: {
      title: msg`Session 2: in the evening`,
      steps: [
        { movement: msg`Slow breathing, lying down`, dose: msg`3 min` },
        { movement: msg`Child’s pose`, dose: msg`2 × 60 s` },
        { movement: msg`Leg stretch, lying on your back`, dose: msg`2 × 45 s per side` },
        { movement: msg`Chest opener on a block`, dose: msg`2 × 60 s` },
      ],
    },
  },
};
