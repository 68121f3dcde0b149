/** miniAMR of Mantevo: a stencil on a mesh that is refined where a sphere moves through it, with each way of balancing; the checksums of the variables must hold. */
import { MPICH } from '../references.js';

const SPHERE = ['--num_objects', '1', '--object', '2', '0', ...Array(3).fill('-0.20'), ...Array(3).fill('0.060'), ...Array(3).fill('0.3'), ...Array(3).fill('0.0')];
const SIZE = ['--nx', '6', '--ny', '6', '--nz', '6', '--num_vars', '4', '--max_blocks', '2000', '--num_refine', '3', '--refine_freq', '2'];
const LENGTH = ['--num_tsteps', '8', '--stages_per_ts', '4', '--checksum_freq', '2', '--report_diffusion'];

const run = (more) => ({
  sourcesIn: ['ref'],
  words: (ranks) => ['--npx', '2', '--npy', `${ranks / 2}`, '--npz', '1', '--init_x', '1', '--init_y', `${4 / ranks}`, '--init_z', '2', ...SPHERE, ...SIZE, ...LENGTH, ...more],
});

export default {
  repository: 'Mantevo/miniAMR',
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  folders: [],
  flags: [],
  reference: MPICH,
  wants: /8 var 3 sum/,
  refuses: /difference too large|ERROR/,
  limit: 300,
  programs: {
    'recursive bisection': run(['--rcb']),
    morton: run(['--morton', '--comm_vars', '4']),
    'truncated hilbert, blocking sends': run(['--trunc_hilbert', '--blocking_send']),
    '27 points, faces': run(['--hilbert', '--stencil', '27', '--send_faces', '--permute']),
  },
};
