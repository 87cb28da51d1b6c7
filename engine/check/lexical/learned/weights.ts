import type { LearnedWeights } from './estimate.ts';

/**
 * Learned from 1037 statements about 61 agreements of ContractNLI (Koreeda and Manning, Findings of EMNLP 2021; CC BY
 * 4.0) by `npm run train`. The numbers are in the order of `sentenceFeatures` and `ruleFeatures`.
 */
export const learnedWeights: LearnedWeights = {
  bearing: {
    means: [0.15624, 0.27564, 0.41679, 0.08459, 2.82202, 0.06517, 0.36819, 0.11881, 0],
    scales: [0.1359, 0.18106, 0.16944, 0.27827, 0.72747, 0.24682, 0.24767, 0.13726, 1],
    weights: [0.31545, -0.37269, 0.66084, -0.05614, -0.22313, 0.10757, 0.17078, 0.06507, 0.92323],
    bias: -3.58496,
  },
  stated: {
    means: [
      -0.65326, -1.45456, 0.40313, 0.64648, 0.73289, 0.5638, 0.41155, 0.25458, 0.01736, 0.21311, 0.18804,
      0.13115, 0.15622,
    ],
    scales: [
      1.23503, 0.82135, 0.20506, 0.11583, 0.29052, 0.20122, 0.27291, 0.43563, 0.1306, 0.40951, 0.39075,
      0.33756, 0.36306,
    ],
    weights: [
      0.16888, 0.37691, 0.20016, 0.18162, 0.19049, 0.26648, 0.04189, -0.13235, -0.0026, 0.26813, 0.12765,
      0.22128, -0.23046,
    ],
    bias: 0.49029,
  },
};
