/** SNAP of Los Alamos, discrete ordinates of particle transport, in its form in C: its sample and its benchmark of manufactured solutions, smaller. Its OpenMP is that of one thread. */
import { OPENMP } from '../one-thread-openmp.js';
import { MPICH } from '../references.js';

/** The sample of its folder qasnap, with what differs. */
const SAMPLE = {
  ...{ ichunk: 2, nthreads: 1, nnested: 0, ndimen: 3, nx: 6, lx: 0.6, ny: 6, ly: 0.6, nz: 6, lz: 0.6, nmom: 1, nang: 10, ng: 4 },
  ...{ epsi: '1.0E-4', iitm: 5, oitm: 30, timedep: 0, tf: 1.0, nsteps: 1, mat_opt: 0, src_opt: 0, scatp: 0, it_det: 0 },
  ...{ fluxp: 0, fixup: 1, soloutp: 1, kplane: 0, popout: 0, swp_typ: 0, angcpy: 1 },
};
const VARIANTS = {
  sample: {},
  anisotropic: { nmom: 2, src_opt: 1 },
  'in time': { timedep: 1, nsteps: 3, tf: 0.3, angcpy: 2, popout: 2 },
  'manufactured solution': { src_opt: 3, fixup: 0 },
};

/** Ranks lie two in y, the others in z. */
function inputOf(variant, ranks) {
  const values = { npey: 2, npez: ranks / 2, ...SAMPLE, ...VARIANTS[variant] };
  return ['! Input from namelist', '&invar', ...Object.entries(values).map(([name, value]) => `  ${name}=${value}`), '/', ''].join('\n');
}
const fileOf = (variant, ranks) => `${variant.replaceAll(' ', '-')}-${ranks}.inp`;
const inputs = Object.keys(VARIANTS).flatMap((variant) => [2, 4].map((ranks) => [fileOf(variant, ranks), inputOf(variant, ranks)]));

/** The last line of the flux that the reference prints, or the distance from the manufactured solution. */
const run = (variant, ...numbers) => ({
  sourcesIn: ['ports/snap-c'],
  words: (ranks) => ['--fi', `../${fileOf(variant, ranks)}`, '--fo', '/dev/stdout'],
  wants: new RegExp(`${numbers.join(' +')}[^]*Done in a SNAP`),
});

export default {
  repository: 'lanl/SNAP',
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  limit: 300,
  folders: [],
  flags: ['-std=c99'],
  files: { ...OPENMP, ...Object.fromEntries(inputs) },
  reference: MPICH,
  refuses: /\*ERROR/,
  programs: {
    sample: run('sample', '2.2018E-01', '2.8475E-01', '3.0277E-01', '3.0277E-01'),
    anisotropic: run('anisotropic', '2.4246E-02', '5.1201E-02', '6.3759E-02', '5.1456E-02'),
    'in time': run('in time', '1.3669E-01', '1.8362E-01', '1.9199E-01', '1.9199E-01'),
    'manufactured solution': run('manufactured solution', 'Max Diff=2.18353'),
  },
};
